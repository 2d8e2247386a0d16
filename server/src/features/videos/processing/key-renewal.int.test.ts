import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createKeyRenewalsRepository,
  createReencrypt,
  createRemoveOldKeys,
  createRenewKeys,
} from '../key-renewal/index.ts';
import { manifestPrefixOf } from '../media-prefix.rules.ts';
import { createLadderOf } from './ladder-of.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';
import { createPublishedMedia } from './published-media.usecases.ts';

let p: Processing;
const renewals = createKeyRenewalsRepository();
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

async function readyVideo() {
  const { jobId, videoId } = await p.uploaded();
  await p.run(jobId);
  expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
  return videoId;
}

const ask = (videoId: string, generation: number) =>
  p.db
    .transaction()
    .execute((trx) =>
      renewals.ask(trx, { videoId, generation }, { userId: p.userId, now: new Date() }),
    );

function wired(storage = p.storage) {
  const contentKeys = p.keyring(p.masterKey);
  const published = createPublishedMedia({ storage, contentKeys });
  const deps = {
    ...{ db: p.db, clock: p.clock, log: p.log, videos: p.videos, storage, renewals },
    ladderOf: createLadderOf({ db: p.db, steps: p.steps }),
    countMedia: async () => undefined,
  };
  const reencrypt = createReencrypt({ storage, contentKeys, published, scheme: 'cbcs' });
  const task = createRenewKeys({ ...deps, reencrypt, ...p.folders, tools: p.tools });
  const signal = new AbortController().signal;
  return {
    published,
    renew: (videoId: string, attempt = 1) => task({ data: { videoId }, signal, attempt }),
    removeOldAt: (now: Date) =>
      createRemoveOldKeys({
        ...{ ...deps, clock: { now: () => now } },
        removeKeysBefore: (trx, renewal) => p.keys.removeBefore(trx, renewal),
      })(10),
  };
}

const manifestOf = async (videoId: string) => {
  const revision = await p.mediaRevision(videoId);
  return String(await p.storage.read(`${manifestPrefixOf(videoId, revision)}/manifest.mpd`));
};
const hexOf = (keys: readonly { key: Buffer }[]) =>
  keys.map(({ key }) => key.toString('hex')).sort();
const foldersIn = (manifest: string) =>
  [...manifest.matchAll(/initialization="([^"]+)"/g)].map(([, name = '']) => name);

/** Every picture of the lowest rung, decoded, as the published media opens under its keys. */
async function picturesOf(videoId: string): Promise<Buffer> {
  const scratchDir = p.at('work', `look-${videoId}`);
  await mkdir(scratchDir, { recursive: true });
  const ladder = await createLadderOf({ db: p.db, steps: p.steps })(videoId);
  const rung = ladder!.video.at(-1)!;
  const signal = new AbortController().signal;
  const clear = await wired().published.wholeRung({
    ...{ videoId, rung, scratchDir, tools: p.tools, signal },
  });
  const out = path.join(scratchDir, 'pictures.raw');
  const pixels = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', out];
  await promisify(execFile)(p.tools.ffmpeg, ['-v', 'error', '-y', '-i', clear, ...pixels]);
  return readFile(out);
}

describe('a video whose keys are renewed', () => {
  it('shows the same pictures under other keys, and keeps the old ones for who plays', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    const keysBefore = await p.keyring(p.masterKey).ofVideo(videoId);
    const pictures = await picturesOf(videoId);
    expect(await ask(videoId, 2)).toBe(true);
    expect(await ask(videoId, 2)).toBe(false);
    await wired().renew(videoId);

    const { generation, keys } = await p.keyring(p.masterKey).current(videoId);
    expect(generation).toBe(2);
    expect(keys).toHaveLength(keysBefore.length);
    for (const key of hexOf(keys)) expect(hexOf(keysBefore)).not.toContain(key);
    const after = await manifestOf(videoId);
    expect(foldersIn(after)).toEqual(foldersIn(before).map((name) => name.replace('/', 'k2/')));
    expect((await picturesOf(videoId)).equals(pictures)).toBe(true);
    // What a player holds is still there, and so are the keys for its licence.
    for (const name of foldersIn(before)) {
      expect(await p.storage.stat(`videos/${videoId}/${name}`)).not.toBeNull();
    }
    expect(hexOf(await p.keyring(p.masterKey).ofVideo(videoId))).toEqual(
      expect.arrayContaining(hexOf(keysBefore)),
    );

    const hour = 3_600_000;
    expect(await wired().removeOldAt(new Date(Date.now() + 5.9 * hour))).toBe(0);
    expect(await wired().removeOldAt(new Date(Date.now() + 6.1 * hour))).toBe(1);
    for (const name of foldersIn(before)) {
      expect(await p.storage.stat(`videos/${videoId}/${name}`)).toBeNull();
    }
    expect(hexOf(await p.keyring(p.masterKey).ofVideo(videoId))).toEqual(hexOf(keys));
    expect(await manifestOf(videoId)).toBe(after);
    expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();

    // And once more.
    expect(await ask(videoId, 3)).toBe(true);
    await wired().renew(videoId);
    expect((await picturesOf(videoId)).equals(pictures)).toBe(true);
  });

  it('that dies at any publication plays on as before, and is done at the next try', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    await ask(videoId, 2);
    for (let deadline = 0; ; deadline += 1) {
      let left = deadline;
      // As when the process ends there: what was published so far stays, nothing else happens.
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
      expect((await p.keyring(p.masterKey).current(videoId)).generation).toBe(1);
      for (const name of foldersIn(before)) {
        expect(await p.storage.stat(`videos/${videoId}/${name}`)).not.toBeNull();
      }
    }
    expect((await p.keyring(p.masterKey).current(videoId)).generation).toBe(2);
    expect(await p.filesOf(`keys-${videoId}`)).toEqual([]);
    // Three tries made one set of keys.
    const rows = await p.db
      .selectFrom('content_keys')
      .select('generation')
      .where('video_id', '=', videoId)
      .where('generation', '=', 2)
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('that can not be done ends as failed after its last try, and nothing changed', async () => {
    const videoId = await readyVideo();
    const before = await manifestOf(videoId);
    await ask(videoId, 2);
    const broken = { ...p.storage, publish: () => Promise.reject(new Error('no room')) };
    await expect(wired(broken).renew(videoId, 1)).rejects.toThrow('no room');
    await wired(broken).renew(videoId, 4);
    const row = await p.db
      .selectFrom('key_renewals')
      .select('state')
      .where('video_id', '=', videoId)
      .executeTakeFirst();
    expect(row?.state).toBe('failed');
    expect(await manifestOf(videoId)).toBe(before);
    expect(await ask(videoId, 2)).toBe(true);
  });
});
