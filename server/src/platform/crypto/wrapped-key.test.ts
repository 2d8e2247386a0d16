import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config/setting.ts';
import { StartError } from '../errors/app-error.ts';
import {
  type KeyServiceSimulator,
  startKms,
  startVault,
} from '../testing/key-service-simulators.ts';
import { loadMasterKeys, openMasterKey, wrapMasterKey } from './master-key.ts';
import { findMasterKeyPlace, masterKeySettings } from './master-key-settings.ts';
import { createVaultWrapper } from './vault-wrapper.ts';

const token = 'hvs.a-token-that-is-never-shown';
const secretAccessKey = 'a-secret-that-is-never-shown';
const accessKeyId = 'AKIDEXAMPLE';
const keyId = 'alias/prahari';
const region = 'ap-south-1';
const log = { warn: () => undefined };

let folder: string;
let vault: KeyServiceSimulator;
let kms: KeyServiceSimulator;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-wrapped-'));
  vault = await startVault({ token, keyName: 'prahari' });
  kms = await startKms({ accessKeyId, secretAccessKey, region, keyId });
  await writeFile(at('token'), `${token}\n`);
  await writeFile(at('id'), accessKeyId);
  await writeFile(at('secret'), secretAccessKey);
  await writeFile(at('other'), 'something else');
});
afterAll(async () => {
  vault.stop();
  kms.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);

type Service = 'vault' | 'aws-kms';
const settingsOf = (service: Service): Record<string, string> =>
  service === 'vault'
    ? {
        MASTER_KEY: 'vault',
        MASTER_KEY_VAULT_ADDRESS: `${vault.address}/`,
        MASTER_KEY_VAULT_TOKEN_FILE: at('token'),
      }
    : {
        MASTER_KEY: 'aws-kms',
        MASTER_KEY_KMS_KEY: keyId,
        MASTER_KEY_KMS_REGION: region,
        MASTER_KEY_KMS_ENDPOINT: kms.address,
        MASTER_KEY_KMS_ACCESS_KEY_FILE: at('id'),
        MASTER_KEY_KMS_SECRET_KEY_FILE: at('secret'),
      };

/** A place with a data folder of its own. */
async function placeOf(environment: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(folder, 'data-'));
  return findMasterKeyPlace({ ...readSettings(masterKeySettings, environment), dataDir });
}

/** The sentence with which work fails. */
async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(StartError);
  return error instanceof Error ? error.message : '';
}

describe.each<Service>(['vault', 'aws-kms'])('a master key that %s wraps', (service) => {
  it('is made, lies there wrapped alone, and is unwrapped at the start', async () => {
    const place = await placeOf(settingsOf(service));
    const file = await wrapMasterKey(place, undefined);
    expect(file).toBe(path.join(place.dataDir, 'master.key.wrapped'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [key] = await loadMasterKeys(place);
    expect(key?.length).toBe(32);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(key?.toString('base64'));
    const opened = await openMasterKey(place, log);
    expect(Buffer.from(opened.current()).equals(key ?? Buffer.alloc(0))).toBe(true);
    opened.close();
    const inEnvironment = await placeOf({ ...settingsOf(service), MASTER_KEY_WRAPPED: text });
    expect(await loadMasterKeys(inEnvironment)).toEqual([key]);
    const simulator = service === 'vault' ? vault : kms;
    expect(simulator.refused).toEqual([]);
  });

  it('may be the one of before, and is never replaced', async () => {
    const place = await placeOf(settingsOf(service));
    const before = randomBytes(32);
    await writeFile(at('before'), `${before.toString('base64')}\n`);
    await wrapMasterKey(place, at('before'));
    expect(await loadMasterKeys(place)).toEqual([before]);
    expect(await sentenceOf(wrapMasterKey(place, undefined))).toContain('already');
    expect(await loadMasterKeys(place)).toEqual([before]);
  });

  it('says what is wrong, and neither key nor secret', async () => {
    const right = settingsOf(service);
    const place = await placeOf(right);
    await wrapMasterKey(place, undefined);
    const wrapped = (await readFile(path.join(place.dataDir, 'master.key.wrapped'), 'utf8')).trim();
    const [key] = await loadMasterKeys(place);
    const changed = `${wrapped.slice(0, -6)}${wrapped.endsWith('AAAA==') ? 'BBBB==' : 'AAAA=='}`;
    const wrong: [Record<string, string>, RegExp][] =
      service === 'vault'
        ? [
            [
              { MASTER_KEY_VAULT_TOKEN_FILE: at('other') },
              /does not let the token in .*other decrypt/,
            ],
            [{ MASTER_KEY_VAULT_TOKEN_FILE: at('none') }, /TOKEN_FILE .*ENOENT/],
            [{ MASTER_KEY_VAULT_KEY: 'another' }, /with its key another/],
            [{ MASTER_KEY_VAULT_MOUNT: 'elsewhere' }, /no key prahari at elsewhere/],
          ]
        : [
            [{ MASTER_KEY_KMS_SECRET_KEY_FILE: at('other') }, /does not accept the credentials/],
            [{ MASTER_KEY_KMS_KEY: 'alias/other' }, /has no key alias\/other/],
            [{ MASTER_KEY_KMS_REGION: 'eu-west-1' }, /does not accept the credentials/],
          ];
    for (const [change, expected] of [
      ...wrong,
      [{ MASTER_KEY_WRAPPED: changed }, /made with another one, or changed/] as const,
    ]) {
      const asked = await placeOf({ ...right, MASTER_KEY_WRAPPED: wrapped, ...change });
      const sentence = await sentenceOf(loadMasterKeys(asked));
      expect(sentence).toMatch(expected);
      for (const secret of [token, secretAccessKey, wrapped, key?.toString('base64') ?? '']) {
        expect(sentence).not.toContain(secret);
      }
    }
    expect(await sentenceOf(loadMasterKeys(await placeOf(right)))).toMatch(/run npm run keys:wrap/);
    const short = await (await placeOf(right)).wrapper?.wrap(randomBytes(16));
    const tooShort = await placeOf({ ...right, MASTER_KEY_WRAPPED: short ?? '' });
    expect(await sentenceOf(loadMasterKeys(tooShort))).toMatch(/no master key of 32 bytes/);
  });
});

describe('Vault that is sealed', () => {
  const wrapper = (waited: number[]) =>
    createVaultWrapper(
      {
        address: vault.address,
        tokenFile: at('token'),
        mount: 'transit',
        keyName: 'prahari',
        namespace: undefined,
      },
      async (ms) => waited.push(ms),
    );

  it('is asked again for a while, longer each time', async () => {
    const waited: number[] = [];
    const wrapped = await wrapper(waited).wrap(randomBytes(32));
    vault.fail(503, 2);
    expect((await wrapper(waited).unwrap(wrapped)).length).toBe(32);
    expect(waited).toEqual([500, 1000]);
    vault.fail(503, 5);
    expect(await sentenceOf(wrapper([]).unwrap(wrapped))).toContain('sealed');
  });
});

it('needs all its settings', async () => {
  const lacking: [Record<string, string>, RegExp][] = [
    [{ MASTER_KEY: 'vault' }, /MASTER_KEY_VAULT_ADDRESS/],
    [{ MASTER_KEY: 'aws-kms' }, /MASTER_KEY_KMS_KEY/],
    [{ ...settingsOf('aws-kms'), MASTER_KEY_KMS_SECRET_KEY_FILE: '' }, /go together/],
    [{ MASTER_KEY_WRAPPED: 'x' }, /needs MASTER_KEY=vault/],
  ];
  for (const [environment, sentence] of lacking) {
    expect(await sentenceOf(placeOf(environment))).toMatch(sentence);
  }
  const plain = await placeOf({});
  expect(await sentenceOf(wrapMasterKey(plain, undefined))).toMatch(/Set MASTER_KEY=vault/);
  await chmod(folder, 0o700);
});
