import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EncryptionScheme } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { presentDiskWait } from '../../../platform/disk/disk-wait.ts';
import { type Lease, settleLease } from '../../../platform/jobs/lease.ts';
import { takeOver } from '../../../platform/testing/lapse-leases.ts';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import { formatManifestPrefix } from '../../delivery/index.ts';
import { findVideo } from '../../videos/index.ts';
import { findLadder } from '../processing/find-ladder.usecases.ts';
import { openProcessing, type Processing } from '../processing/processing.fixture.ts';
import { listKeysOfVideo } from './content-keys.repository.ts';
import { renewalToLease, requestKeyRenewal } from './key-renewals.repository.ts';
import { wireRenewal } from './renewal.fixture.ts';

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

/** Whose keys each test renews once more: nothing here depends on how often that was. */
let converted: Promise<string> | undefined;
function readyVideo(): Promise<string> {
  converted ??= convert();
  return converted;
}
async function convert(): Promise<string> {
  const { jobId, videoId } = await p.uploaded();
  await p.run(jobId);
  expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
  return videoId;
}

const generationOf = async (videoId: string) =>
  (await p.keyring(p.masterKey).current(videoId)).packaging.generation;

const ask = (videoId: string, generation: number) =>
  p.db
    .transaction()
    .execute((trx) =>
      requestKeyRenewal(trx, { videoId, generation }, { userId: p.userId, now: new Date() }),
    );

const wired = (storage = p.storage, schemes: readonly EncryptionScheme[] = ['cbcs']) =>
  wireRenewal({ ...p, base: p }, p, { storage, schemes });

const manifestOf = async (videoId: string, scheme: EncryptionScheme = 'cbcs') => {
  const revision = await p.mediaRevision(videoId);
  return String(
    await p.storage.read(`${formatManifestPrefix(videoId, revision, scheme)}/manifest.mpd`),
  );
};
const hexOf = (keys: readonly { key: Buffer }[]) =>
  keys.map(({ key }) => key.toString('hex')).sort();
const foldersIn = (manifest: string) =>
  [...manifest.matchAll(/initialization="([^"]+)"/g)].map(([, name = '']) => name);

const keyIdsIn = (manifest: string) =>
  [...new Set([...manifest.matchAll(/default_KID="([^"]+)"/g)].map(([, id = '']) => id))]
    .map((id) => id.replaceAll('-', ''))
    .sort();

/** The pictures of a published rendition, decrypted by ffmpeg; leaves out what it can't read. */
async function decoded(videoId: string, rendition: string, key?: Buffer): Promise<Buffer> {
  const folder = p.at('media', 'videos', videoId, rendition);
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.m4s'));
  const names = [
    'init.mp4',
    ...segments.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  ];
  const joined = p.at('work', `${rendition}-joined.mp4`);
  const out = p.at('work', `${rendition}.raw`);
  const parts = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  await writeFile(joined, Buffer.concat(parts));
  await writeFile(out, '');
  const opening = key ? ['-decryption_key', key.toString('hex')] : [];
  const pixels = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', out];
  await promisify(execFile)(p.tools.ffmpeg, [
    '-v',
    'quiet',
    '-y',
    ...opening,
    '-i',
    joined,
    ...pixels,
  ]).catch(() => undefined);
  return readFile(out);
}

/** Every picture of the lowest rendition, decoded, as the published media opens under its keys. */
async function picturesOf(videoId: string): Promise<Buffer> {
  const scratchDir = p.at('work', `look-${videoId}`);
  await mkdir(scratchDir, { recursive: true });
  const ladder = await findLadder(p, videoId);
  const rendition = ladder!.video.at(-1)!;
  const signal = new AbortController().signal;
  const clear = await wired().decryptWhole({
    videoId,
    rendition,
    scratchDir,
    signal,
  });
  const out = path.join(scratchDir, 'pictures.raw');
  const pixels = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', out];
  await promisify(execFile)(p.tools.ffmpeg, ['-v', 'error', '-y', '-i', clear, ...pixels]);
  return readFile(out);
}

const renewalOf = (videoId: string) =>
  p.db
    .selectFrom('key_renewals')
    .selectAll()
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();

describe('a video whose keys are renewed', () => {
  it('shows the same pictures under other keys, and keeps the old ones for running playback', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    const keysBefore = await readStoredKeys(p, videoId);
    const pictures = await picturesOf(videoId);
    expect(await ask(videoId, 2)).toBe(true);
    expect(await ask(videoId, 2)).toBe(false);
    await wired().renew(videoId);

    const { packaging, keys } = await p.keyring(p.masterKey).current(videoId);
    expect(packaging).toEqual({ generation: 2, scheme: 'cbcs' });
    expect(keys).toHaveLength(keysBefore.length);
    for (const key of hexOf(keys)) expect(hexOf(keysBefore)).not.toContain(key);
    const after = await manifestOf(videoId);
    expect(foldersIn(after)).toEqual(foldersIn(before).map((name) => name.replace('/', 'k2/')));
    expect((await picturesOf(videoId)).equals(pictures)).toBe(true);
    // Files that a player holds still exist, and so do the keys for its licence.
    for (const name of foldersIn(before)) {
      expect(await p.storage.stat(`videos/${videoId}/${name}`)).not.toBeNull();
    }
    expect(hexOf(await readStoredKeys(p, videoId))).toEqual(
      expect.arrayContaining(hexOf(keysBefore)),
    );

    const hour = 3_600_000;
    expect(await wired().removeOldAt(new Date(Date.now() + 5.9 * hour))).toBe(0);
    expect(await wired().removeOldAt(new Date(Date.now() + 6.1 * hour))).toBe(1);
    for (const name of foldersIn(before)) {
      expect(await p.storage.stat(`videos/${videoId}/${name}`)).toBeNull();
    }
    expect(hexOf(await readStoredKeys(p, videoId))).toEqual(hexOf(keys));
    expect(await manifestOf(videoId)).toBe(after);
    expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();

    // And once more, now in both schemes, each under different keys.
    expect(await ask(videoId, 3)).toBe(true);
    await wired(p.storage, ['cbcs', 'cenc']).renew(videoId);
    expect((await picturesOf(videoId)).equals(pictures)).toBe(true);
    const row = await findVideo(p.db, videoId);
    expect(row?.encryption_schemes).toEqual(['cbcs', 'cenc']);
    for (const [scheme, mark] of [
      ['cbcs', 'k3'],
      ['cenc', 'ck3'],
    ] as const) {
      const manifest = await manifestOf(videoId, scheme);
      expect([...new Set(manifest.match(/value="c[a-z]{3}"/g))]).toEqual([`value="${scheme}"`]);
      const keysOf = await listKeysOfVideo(p.db, videoId, { generation: 3, scheme });
      expect(keyIdsIn(manifest)).toEqual(keysOf.map(({ keyId }) => keyId.toString('hex')).sort());
      expect(foldersIn(manifest)).toEqual(
        foldersIn(before).map((name) => name.replace('/', `${mark}/`)),
      );
      const pictureKey = keysOf.find(({ qualityClass }) => qualityClass === 'SD');
      const { key } = (await p.keyring(p.masterKey).findKeys([pictureKey!.keyId]))[0]!;
      const rendition = foldersIn(manifest)
        .find((name) => name.startsWith('v144'))!
        .split('/')[0]!;
      expect(await decoded(videoId, rendition, key)).toEqual(pictures);
      expect(await decoded(videoId, rendition)).not.toEqual(pictures);
    }

    // And back: the files of the other scheme are removed with the old keys.
    expect(await ask(videoId, 4)).toBe(true);
    await wired().renew(videoId);
    expect(await wired().removeOldAt(new Date(Date.now() + 6.1 * hour))).toBe(1);
    const left = await readdir(p.at('media', 'videos', videoId));
    expect(left.filter((name) => /^(?:v|audio)/.test(name)).every((name) => /k4$/.test(name))).toBe(
      true,
    );
    expect(left.filter((name) => /^r\d/.test(name))).toEqual(['r4']);
  });

  it('that dies at any publication plays on as before, and is done at the next try', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    const former = await generationOf(videoId);
    await ask(videoId, former + 1);
    for (let deadline = 0; ; deadline += 1) {
      // However often it dies: here it is not about the number of tries.
      await p.db.updateTable('key_renewals').set({ attempts: 0 }).execute();
      let left = deadline;
      // As when the process ends there: media published so far stays, nothing else happens.
      const dying = {
        ...p.storage,
        async publish(from: string, to: string) {
          if (left === 0) throw new Error('killed');
          left -= 1;
          await p.storage.publish(from, to);
        },
      };
      const isDead = await wired(dying)
        .renew(videoId)
        .then(
          () => false,
          () => true,
        );
      if (!isDead) break;
      expect(await manifestOf(videoId)).toBe(before);
      expect(await generationOf(videoId)).toBe(former);
      for (const name of foldersIn(before)) {
        expect(await p.storage.stat(`videos/${videoId}/${name}`)).not.toBeNull();
      }
    }
    expect(await generationOf(videoId)).toBe(former + 1);
    expect(await p.filesOf(`keys-${videoId}`)).toEqual([]);
    // Three tries made one set of keys.
    const rows = await p.db
      .selectFrom('content_keys')
      .select('generation')
      .where('video_id', '=', videoId)
      .where('generation', '=', former + 1)
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('that is overtaken halfway changes nothing, and leaves the work to the new holder', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    const former = await generationOf(videoId);
    await ask(videoId, former + 1);
    const { fence } = await renewalOf(videoId);
    let other: Lease | undefined;
    const still = {
      ...p.storage,
      async publish(from: string, to: string) {
        other ??= await takeOver(p.db, renewalToLease(videoId));
        await p.storage.publish(from, to);
      },
    };
    await wired(still).renew(videoId);
    expect(await manifestOf(videoId)).toBe(before);
    expect(await renewalOf(videoId)).toMatchObject({
      state: 'waiting',
      attempts: 2,
      fence: fence + 2,
    });
    expect(await generationOf(videoId)).toBe(former);
    await settleLease(p.db, other!, async () => {});
    await wired().renew(videoId);
    expect((await renewalOf(videoId)).state).toBe('done');
  });

  it('that can not be done ends as failed after its last try, and nothing changed', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    const former = await generationOf(videoId);
    await ask(videoId, former + 1);
    const broken = { ...p.storage, publish: () => Promise.reject(new Error('no room')) };
    for (let i = 1; i < 4; i += 1) {
      await expect(wired(broken).renew(videoId)).rejects.toThrow('no room');
      expect(await renewalOf(videoId)).toMatchObject({ state: 'waiting', attempts: i });
    }
    await wired(broken).renew(videoId);
    expect((await renewalOf(videoId)).state).toBe('failed');
    expect(await manifestOf(videoId)).toBe(before);
    expect(await ask(videoId, former + 1)).toBe(true);
  });

  it('waits for a full disk, as often as it meets one, without a try less', async ({ skip }) => {
    const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
    const videoId = await readyVideo();
    const mounted = runs('mount', '-t', 'tmpfs', '-o', 'size=200m', 'none', p.at('work'));
    if (!mounted) skip('no right to mount a file system');
    try {
      const mebibyte = 1024 ** 2;
      const other = p.at('work', 'other');
      await writeFile(other, Buffer.alloc(200 * mebibyte - 4096));
      const former = await generationOf(videoId);
      await ask(videoId, former + 1);
      for (let i = 0; i < 6; i += 1) {
        await expect(wired().renew(videoId)).rejects.toThrow();
        const full = await renewalOf(videoId);
        expect(full).toMatchObject({ state: 'waiting', attempts: 0, disk_wait: 'files' });
        const wait = { disk: 'files', missingBytes: 64 * mebibyte };
        expect(presentDiskWait(full)).toEqual(wait);
        // As if there were enough, so that it tries.
        await p.db.updateTable('key_renewals').set({ disk_wanted_bytes: 0 }).execute();
      }
      await p.db
        .updateTable('key_renewals')
        .set({ disk_wanted_bytes: 99 * mebibyte })
        .execute();
      await writeFile(other, Buffer.alloc(150 * mebibyte));
      await expect(wired().renew(videoId)).rejects.toThrow('room');
      const missing = presentDiskWait(await renewalOf(videoId))?.missingBytes;
      expect(missing).toBeLessThanOrEqual(49 * mebibyte + 4096);
      await rm(other);
      await wired().renew(videoId);
      const done = { state: 'done', attempts: 1, disk_wait: null, disk_wanted_bytes: null };
      expect(await renewalOf(videoId)).toMatchObject(done);
      expect(await generationOf(videoId)).toBe(former + 1);
    } finally {
      runs('umount', p.at('work'));
    }
  });
});
