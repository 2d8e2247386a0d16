import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listKeyForms } from '../../../testing/key-scan/key-forms.ts';
import { createSearch } from '../../../testing/key-scan/needles.ts';
import { startKeyService } from '../../../testing/key-service.ts';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import { makeIdentity } from '../../../testing/test-identity.ts';
import { formatManifestPrefix } from '../../delivery/index.ts';
import { openProcessing, type Processing } from '../processing/processing.fixture.ts';
import { readKeyService } from './key-service.config.ts';

const authorization = 'Bearer of-prahari';

/** Processes videos with the keys of a service, configured as an operator would. */
async function openWithService(keyServiceIdentityFile: string | undefined) {
  const service = await startKeyService(authorization);
  const configured = readKeyService({
    keyServiceUrl: service.url,
    keyServiceAuthorization: authorization,
    keyServiceSystems: 'widevine,playready',
    keyServiceIdentityFile,
  });
  const p = await openProcessing(inject('databaseServer'), configured);
  const close = async () => {
    await p[Symbol.asyncDispose]();
    await service.stop();
  };
  return { service, p, close };
}
type Opened = Awaited<ReturnType<typeof openWithService>>;

const hexOf = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex')).sort();

/** A video is processed; its keys are those of the service, and are nowhere in clear. */
async function expectVideoOfService({ p, service }: Opened): Promise<string> {
  service.given.length = 0;
  const { jobId, videoId } = await p.uploaded();
  await p.run(jobId);
  expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
  const keys = await readStoredKeys(p, videoId);
  expect(hexOf(keys.map(({ key }) => key))).toEqual(hexOf(service.given));
  expect(service.received.at(-1)?.body).toContain(`contentId="${videoId}"`);
  const rows = await p.db.selectFrom('content_keys').selectAll().execute();
  const inClear = rows.filter((row) => service.given.some((key) => row.sealed_key.includes(key)));
  expect(inClear).toEqual([]);
  return videoId;
}

/**
 * Counts the pictures of the lowest rendition that decode without a fault, with its key or without
 * one.
 */
async function picturesOf(p: Processing, videoId: string, key?: Buffer): Promise<number> {
  const prefix = formatManifestPrefix(videoId, await p.mediaRevision(videoId), 'cbcs');
  const manifest = String(await p.storage.read(`${prefix}/manifest.mpd`));
  const folder = /initialization="(v\d+)\/init\.mp4"/.exec(manifest)?.[1];
  const file = p.at('work', 'downloaded.mp4');
  const parts = ['init.mp4', '1.m4s'].map(async (name) =>
    Buffer.from((await p.storage.read(`videos/${videoId}/${folder}/${name}`)) ?? ''),
  );
  await writeFile(file, Buffer.concat(await Promise.all(parts)));
  const opening = key ? ['-decryption_key', key.toString('hex')] : [];
  const args = ['-v', 'error', '-xerror', '-err_detect', 'explode', ...opening, '-i', file];
  const out = p.at('work', 'pictures');
  const decoded = promisify(execFile)(p.tools.ffmpeg, [
    ...[...args, '-map', '0:v', '-f', 'framemd5', '-y', out],
  ]);
  const isClean = await decoded.then(
    ({ stderr }) => stderr === '',
    () => false,
  );
  if (!isClean) return 0;
  return (await readFile(out, 'utf8')).split('\n').filter((line) => /^\d/.test(line)).length;
}

describe('a key service that gives keys under TLS alone', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWithService(undefined);
  });
  afterAll(() => opened.close());

  it('encrypts a video with its keys, and no other; without them the job says why', async () => {
    const { p, service } = opened;
    const { jobId } = await p.uploaded();
    service.answerWith(503);
    await expect(p.run(jobId)).rejects.toThrow('status 503');
    service.answerWith(401);
    for (let attempt = 2; attempt <= 4; attempt += 1) await p.run(jobId).catch(() => undefined);
    expect(await p.standing(jobId)).toMatchObject({
      state: 'failed',
      failure_code: 'key_service_failed',
      failure_message: 'The key service did not accept our authorisation.',
    });
    service.answerWith(null);
    await expectVideoOfService(opened);
  });
});

describe('a key service that encrypts the keys for our certificate', () => {
  let dir: string;
  let opened: Opened;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-identity-'));
    const file = path.join(dir, 'identity.pem');
    await writeFile(file, makeIdentity('Prahari'));
    opened = await openWithService(file);
  });
  afterAll(async () => {
    await opened.close();
    await rm(dir, { recursive: true });
  });

  it('encrypts a video that its keys open, which no line and no answer ever held', async () => {
    const { p, service } = opened;
    const videoId = await expectVideoOfService(opened);
    expect(service.received.at(-1)?.body).toContain('<ds:X509Certificate>');
    const holdsKey = createSearch(service.given.flatMap(listKeyForms));
    expect(holdsKey(Buffer.from(service.answered.join('\n')))).toBe(false);

    const keys = await readStoredKeys(p, videoId);
    const keyOf = (wanted: string) => keys.find((one) => one.qualityClass === wanted)?.key;
    expect(await picturesOf(p, videoId, keyOf('SD'))).toBeGreaterThan(0);
    expect(await picturesOf(p, videoId, keyOf('AUDIO'))).toBe(0);
    expect(await picturesOf(p, videoId)).toBe(0);
  });

  it.each([
    [
      'changed on their way',
      'A key of the key service could not be decrypted.',
      (answer: string) =>
        answer.replace(
          /(<cpix:ContentKey [\s\S]*?<enc:CipherValue>)(.)/,
          (_, before: string, sign: string) => `${before}${sign === 'A' ? 'B' : 'A'}`,
        ),
    ],
    [
      'without a key for the document',
      'The key service did not encrypt its keys for our certificate.',
      (answer: string) =>
        answer.replace(/<cpix:DeliveryDataList>[\s\S]*<\/cpix:DeliveryDataList>/, ''),
    ],
  ])('is not believed when they come %s', async (_, why, tamper) => {
    const { p, service } = opened;
    service.tamperWith(tamper);
    const { jobId, videoId } = await p.uploaded();
    await expect(p.run(jobId)).rejects.toThrow(why);
    expect(await readStoredKeys(p, videoId)).toEqual([]);
    service.tamperWith((answer) => answer);
  });
});
