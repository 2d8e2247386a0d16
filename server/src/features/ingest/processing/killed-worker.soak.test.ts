import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Trx } from '../../../platform/db/database.ts';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import { listKeysOfVideo } from '../keys/content-keys.repository.ts';
import { requestKeyRenewal } from '../keys/key-renewals.repository.ts';
import {
  listFinishedSteps,
  listOfferedLines,
  listRunningPrograms,
  startDoomedWorker,
  type Work,
  waitForExit,
} from './doomed-worker.fixture.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

const kills = Number(process.env['PROCESSING_KILLS'] ?? 20);
const firstSeed = Number(process.env['PROCESSING_SEED'] ?? 7);
const renewalKills = Math.ceil(kills / 2);
/** Three pieces of each group of renditions of a clip of 26 s. */
const pieceSeconds = 8;
const startTry = (what: Work) => startDoomedWorker(p, what, pieceSeconds);
const offered = (videoId: string) => listOfferedLines(p, videoId);
const finished = (jobId: string) => listFinishedSteps(p, jobId);
const atWork = () => listRunningPrograms(p);

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

/** From 0 to 1, by Marsaglia's xorshift: the same moments for the same seed. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

describe('a worker that is killed at random moments', () => {
  it('loses nothing, does no finished step again and shows no half video', async () => {
    // How long a try takes on this machine, so that the kills fall into it.
    const measured = await p.uploadedWide();
    const begun = performance.now();
    await waitForExit(await startTry(measured));
    const wholeMs = performance.now() - begun;
    expect((await p.standing(measured.jobId)).state).toBe('completed');

    const random = randomFrom(firstSeed);
    const stopped = new Map<string, number>();
    let done = 0;
    while (done < kills) {
      const { jobId, videoId, source } = await p.uploadedWide();
      await p.db
        .updateTable('upload_jobs')
        .set({ attempt_limit: kills + 10 })
        .where('id', '=', jobId)
        .execute();
      let known = await finished(jobId);
      let keys: string[] = [];
      while (done < kills && (await p.standing(jobId)).state !== 'completed') {
        const child = await startTry({ jobId });
        const afterMs = random() * wholeMs * 0.6;
        const what = `kill ${done + 1}, seed ${firstSeed}, after ${Math.round(afterMs)} ms`;
        await Promise.race([sleep(afterMs), waitForExit(child)]);
        if (child.exitCode !== null) break;
        child.kill('SIGKILL');
        await waitForExit(child);
        done += 1;
        const { step, state } = await p.standing(jobId);
        stopped.set(step ?? 'between', (stopped.get(step ?? 'between') ?? 0) + 1);
        const now = await finished(jobId);
        for (const [name, when] of known) expect(now.get(name), `${what}: ${name}`).toBe(when);
        known = now;
        if (state !== 'completed') await access(p.at('uploads', source));
        await offered(videoId);
        const opened = await readStoredKeys(p, videoId);
        const held = opened.map(({ key }) => key.toString('hex'));
        expect(
          held.filter((key) => keys.includes(key)),
          what,
        ).toHaveLength(keys.length);
        keys = held;
        await expect.poll(atWork, { timeout: 5000 }).toEqual([]);
      }
      await waitForExit(await startTry({ jobId }));
      const now = await finished(jobId);
      for (const [name, when] of known) expect(now.get(name), `at the end: ${name}`).toBe(when);
      expect((await p.standing(jobId)).state).toBe('completed');
      expect(await offered(videoId)).toEqual([144, 240, 360, 480]);
      expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();
      expect(await p.filesOf(jobId)).toEqual([]);
    }
    process.stdout.write(
      `${done} kills at ${[...stopped].map((one) => one.join(' ')).join(', ')}\n`,
    );
    await renewKilled(measured.videoId, random);
  }, 600_000);
});

/** If a renewal is killed halfway, the old keys stay in use until one is completed. */
async function renewKilled(videoId: string, random: () => number): Promise<void> {
  const contentKeys = p.keyring(p.masterKey);
  const ask = async (generation: number) => {
    const by = { userId: p.userId, now: new Date() };
    const asked = (trx: Trx) => requestKeyRenewal(trx, { videoId, generation }, by);
    expect(await p.db.transaction().execute(asked)).toBe(true);
  };
  const made = (await keyIdsOf(videoId)).length;
  const begun = performance.now();
  await ask(2);
  await waitForExit(await startTry({ renewOf: videoId }));
  const wholeMs = performance.now() - begun;
  expect((await contentKeys.current(videoId)).packaging.generation).toBe(2);

  await ask(3);
  const before = await p.mediaRevision(videoId);
  const keysMade = new Set<string>();
  for (let kill = 1; kill <= renewalKills; kill += 1) {
    // However often: a soak kills more than are tried.
    await p.db.updateTable('key_renewals').set({ attempts: 0 }).execute();
    const child = await startTry({ renewOf: videoId });
    const afterMs = random() * wholeMs * 0.6;
    await Promise.race([sleep(afterMs), waitForExit(child)]);
    if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    await waitForExit(child);
    const what = `renewal killed after ${Math.round(afterMs)} ms`;
    expect(await offered(videoId), what).toEqual([144, 240, 360, 480]);
    const { generation } = (await contentKeys.current(videoId)).packaging;
    expect(await p.mediaRevision(videoId), what).toBe(before + generation - 2);
    for (const keyId of await keyIdsOf(videoId)) keysMade.add(keyId);
    await expect.poll(atWork, { timeout: 5000 }).toEqual([]);
  }
  await waitForExit(await startTry({ renewOf: videoId }));
  expect((await contentKeys.current(videoId)).packaging.generation).toBe(3);
  expect(await p.mediaRevision(videoId)).toBe(before + 1);
  expect(await offered(videoId)).toEqual([144, 240, 360, 480]);
  // Every try continued with the keys of the first.
  const keyIds = await keyIdsOf(videoId);
  for (const keyId of keysMade) expect(keyIds).toContain(keyId);
  expect(keyIds).toHaveLength(made * 3);
  expect(await p.filesOf(`keys-${videoId}`)).toEqual([]);
}

const keyIdsOf = async (videoId: string) =>
  (await listKeysOfVideo(p.db, videoId)).map(({ keyId }) => keyId.toString('hex'));
