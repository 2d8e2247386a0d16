import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findBundled } from '@prahari/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedColumns } from './features.ts';
import { loadMasterKeys } from './platform/crypto/master-key.ts';
import { countOutdated } from './platform/crypto/reseal.ts';
import { createFixedKeys, seal, unseal } from './platform/crypto/seal.ts';
import { addReadyVideo, type ReadyVideo } from './testing/ready-video.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';
import { readStoredKeys } from './testing/stored-keys.ts';

const command = findBundled(path.join(import.meta.dirname, 'commands', 'rotate-keys.ts'));
const manyKeys = 3000;
let server: TestServer;
let video: ReadyVideo;

beforeAll(async () => {
  server = await startTestServer();
  video = await addReadyVideo(server);
  const { userId } = await server.newUser();
  const { db, masterKey } = server.instance.foundation;
  // Many keys under the first one, as an older release sealed them too.
  await sql`INSERT INTO videos (id, title, description, status, published, publish_when_ready, created_by, created_at, updated_at)
    SELECT gen_random_uuid(), 'Video ' || n, '', 'processing', false, false, ${userId}, now(), now()
    FROM generate_series(1, ${manyKeys}::int) AS n`.execute(db);
  const videos = await db
    .selectFrom('videos')
    .select('id')
    .where('title', 'like', 'Video %')
    .execute();
  const rows = videos.map(({ id }, n) => ({
    key_id: Buffer.from(n.toString(16).padStart(32, '0'), 'hex'),
    video_id: id,
    quality_class: 'SD' as const,
    sealed_key: seal(masterKey, Buffer.alloc(16, n), `content-key:${id}:SD`),
    created_at: new Date(),
  }));
  await db.insertInto('content_keys').values(rows).execute();
  const code = seal(masterKey, Buffer.from('ABCD-EFGH'), `activation-code:${userId}`);
  const job = { userId, delivery: 'sms', sealedCode: code.toString('base64url') };
  await sql`INSERT INTO pgboss.job (name, data) VALUES ('send-activation-code', ${JSON.stringify(job)}::jsonb)`.execute(
    db,
  );
});
afterAll(() => server.stop());

function rotate(...args: string[]): { child: ChildProcess; said: () => string } {
  const { dataDir, connectionString } = server.instance.foundation;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: connectionString };
  const child = spawn(process.execPath, [command, ...args], { env });
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  }
  return { child, said: () => said };
}

async function expectAllOpens(): Promise<void> {
  const opened = await readStoredKeys(server.instance.foundation, video.videoId);
  const plain = opened.map(({ key }) => key.toString('hex')).toSorted();
  expect(plain).toEqual(video.keys.map(({ key }) => key.toString('hex')).toSorted());
}

it('knows every column of sealed values', async () => {
  const { db } = server.instance.foundation;
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE 'sealed%'`.execute(db);
  const known = sealedColumns.filter(({ job }) => !job);
  expect(known.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

it('says beforehand what there is to do, and does none of it', async () => {
  const before = await readFile(path.join(server.instance.foundation.dataDir, 'master.key'));
  const { child, said } = rotate('--dry-run');
  await once(child, 'exit');
  expect(said()).toContain(`${manyKeys + 2} content keys`);
  expect(said()).toContain('1 codes waiting to be sent');
  expect(await readFile(path.join(server.instance.foundation.dataDir, 'master.key'))).toEqual(
    before,
  );
});

it('seals everything again while the server runs, killed again and again', async () => {
  const { db, dataDir } = server.instance.foundation;
  const place = { file: undefined, dataDir };
  const [first] = await loadMasterKeys(place);
  for (let kill = 1; kill <= 4; kill += 1) {
    const { child, said } = rotate();
    const wanted = kill === 1 ? /A new master key/ : /content keys sealed again/;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', () => {
        if (wanted.test(said())) resolve();
      });
      child.once('exit', () => reject(new Error(`it ended: ${said()}`)));
    });
    child.kill('SIGKILL');
    await expectAllOpens();
    expect((await loadMasterKeys(place)).length).toBe(2);
  }
  const { child, said } = rotate();
  const [code] = await once(child, 'exit');
  expect([code, said()]).toEqual([0, expect.stringContaining('Done')]);
  expect(said()).toContain('Continuing the rotation');

  const now = await loadMasterKeys(place);
  expect(now.length).toBe(1);
  expect(first && now[0]?.equals(first)).toBe(false);
  expect(await readFile(path.join(dataDir, 'master.key.former'), 'utf8')).toBe(
    `${first?.toString('base64')}\n`,
  );
  const keys = createFixedKeys(now[0] ?? Buffer.alloc(0));
  for (const column of sealedColumns) expect(await countOutdated(db, keys, column)).toBe(0);
  const rows = await db
    .selectFrom('content_keys')
    .select(['video_id', 'sealed_key', 'quality_class'])
    .execute();
  for (const row of rows) {
    unseal(keys, row.sealed_key, `content-key:${row.video_id}:${row.quality_class}`);
  }
  expect(rows.length).toBe(manyKeys + 2);
  const jobs = await sql<{ userId: string; code: string }>`SELECT data ->> 'userId' AS "userId",
    data ->> 'sealedCode' AS code FROM pgboss.job WHERE name = 'send-activation-code'`.execute(db);
  for (const { userId, code: sealed } of jobs.rows) {
    const opened = unseal(keys, Buffer.from(sealed, 'base64url'), `activation-code:${userId}`);
    expect(opened.toString()).toBe('ABCD-EFGH');
  }
  await expectAllOpens();
});
