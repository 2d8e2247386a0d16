import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sealedColumns } from './features.ts';
import { readSettings } from './platform/config/setting.ts';
import { loadMasterKeys, wrapMasterKey } from './platform/crypto/master-key.ts';
import { findMasterKeyPlace, masterKeySettings } from './platform/crypto/master-key-settings.ts';
import { countOutdated } from './platform/crypto/reseal.ts';
import { rotateMasterKey } from './platform/crypto/rotate-master-key.ts';
import { createFixedKeys, seal, unseal } from './platform/crypto/seal.ts';
import { type KeyServiceSimulator, startVault } from './platform/testing/key-service-simulators.ts';
import { addReadyVideo } from './testing/ready-video.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import { readStoredKeys } from './testing/stored-keys.ts';

let folder: string;
let vault: KeyServiceSimulator;
let environment: Record<string, string>;
let server: TestServer;

const placeOf = () =>
  findMasterKeyPlace({ ...readSettings(masterKeySettings, environment), dataDir: folder });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-vault-'));
  vault = await startVault({ token: 'a token', keyName: 'prahari' });
  await writeFile(path.join(folder, 'token'), 'a token');
  environment = {
    MASTER_KEY: 'vault',
    MASTER_KEY_FILE: path.join(folder, 'wrapped'),
    MASTER_KEY_VAULT_ADDRESS: vault.address,
    MASTER_KEY_VAULT_TOKEN_FILE: path.join(folder, 'token'),
  };
  await wrapMasterKey(await placeOf(), undefined);
  server = await startTestServer({ environment });
});
afterAll(async () => {
  await server?.stop();
  vault?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('is rotated while the server runs, which opens all values all the time', async () => {
  const { db, masterKey } = server.instance.foundation;
  const video = await addReadyVideo(server);
  const place = await placeOf();
  const [before = Buffer.alloc(0)] = await loadMasterKeys(place);
  const said: string[] = [];
  await rotateMasterKey({
    db,
    place,
    columns: sealedColumns,
    say: (line) => void said.push(line),
    // Sooner than the longest that it may take.
    untilSeen: () =>
      vi.waitFor(() => expect(masterKey.all()).toHaveLength(2), { timeout: 20_000, interval: 50 }),
  });
  const [after = Buffer.alloc(0), ...more] = await loadMasterKeys(place);
  expect(more).toEqual([]);
  expect(after.equals(before)).toBe(false);
  for (const column of sealedColumns) {
    expect(await countOutdated(db, createFixedKeys(after), column)).toBe(0);
  }
  // The server seals under the new key, and still opens what a slow transaction sealed before.
  expect(unseal(createFixedKeys(after), seal(masterKey, Buffer.from('x'), 'a'), 'a')).toEqual(
    Buffer.from('x'),
  );
  expect(unseal(masterKey, seal(createFixedKeys(before), Buffer.from('y'), 'a'), 'a')).toEqual(
    Buffer.from('y'),
  );
  const opened = await readStoredKeys(server.instance.foundation, video.videoId);
  expect(opened.map(({ key }) => key.toString('hex')).toSorted()).toEqual(
    video.keys.map(({ key }) => key.toString('hex')).toSorted(),
  );
  const files = await Promise.all(
    ['wrapped', 'wrapped.former'].map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  for (const text of [...files, ...said, ...server.logLines]) {
    for (const secret of [before.toString('base64'), after.toString('base64'), 'a token']) {
      expect(text).not.toContain(secret);
    }
  }
  for (const text of files) expect(text).toMatch(/^vault:v1:\S+\n$/);
  expect(vault.refused).toEqual([]);
});
