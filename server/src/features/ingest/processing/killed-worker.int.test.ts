import { execFile } from 'node:child_process';
import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { triesWithoutProgress } from '../../../platform/jobs/lease.ts';
import { readStoredKeys } from '../../../testing/stored-keys.ts';
import {
  listFinishedSteps,
  listKeptPieces,
  listOfferedLines,
  listRunningPrograms,
  startDoomedWorker,
  type Work,
  waitForExit,
} from './doomed-worker.fixture.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

/** Three pieces of each group of renditions of a clip of 26 s. */
const pieceSeconds = 8;
/** In the soak as often as a piece is finished: each kill is the start of another process. */
const mostKills = process.env['SOAK'] === 'on' ? Number.POSITIVE_INFINITY : 2;
const startTry = (what: Work) => startDoomedWorker(p, what, pieceSeconds);
const keptPieces = (jobId: string) => listKeptPieces(p, jobId);
const offered = (videoId: string) => listOfferedLines(p, videoId);
const finished = (jobId: string) => listFinishedSteps(p, jobId);
const atWork = () => listRunningPrograms(p);

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

describe('a worker that is killed as soon as it finished a piece', () => {
  it('ends in a video, however often that happens, and makes no piece again', async () => {
    const { jobId, videoId } = await p.uploadedWide();
    const known = await keptPieces(jobId);
    let behind = await finished(jobId);
    let keys: string[] = [];
    let times = 0;
    for (;;) {
      const child = await startTry({ jobId });
      const hasEnded = waitForExit(child).then(() => true);
      if (times === mostKills) await hasEnded;
      let pieces = await keptPieces(jobId);
      while ([...pieces.keys()].every((name) => known.has(name))) {
        if (await Promise.race([hasEnded, sleep(10).then(() => false)])) break;
        pieces = await keptPieces(jobId);
      }
      if (child.exitCode !== null) break;
      child.kill('SIGKILL');
      await hasEnded;
      times += 1;
      for (const [name, file] of pieces) {
        if (known.has(name)) expect(known.get(name), `${times}: ${name}`).toBe(file);
        known.set(name, file);
      }
      const now = await finished(jobId);
      for (const [name, when] of behind) expect(now.get(name), `${times}: ${name}`).toBe(when);
      behind = now;
      const held = (await readStoredKeys(p, videoId)).map(({ key }) => key.toString('hex'));
      expect(held, `${times}`).toEqual(expect.arrayContaining(keys));
      keys = held;
      await offered(videoId);
      await expect.poll(atWork, { timeout: 30_000 }).toEqual([]);
    }
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
    const now = await finished(jobId);
    for (const [name, when] of behind) expect(now.get(name), `at the end: ${name}`).toBe(when);
    expect(times).toBeGreaterThan(Math.min(mostKills - 1, triesWithoutProgress));
    expect(await offered(videoId)).toEqual([144, 240, 360, 480]);
    expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();
    expect(await p.filesOf(jobId)).toEqual([]);
    process.stdout.write(`${times} kills, ${known.size} files of pieces\n`);
  }, 600_000);
});

describe('a worker that is killed while it copies what a camcorder made', () => {
  it('leaves nothing that counts as the copy, and the next one ends in a video', async () => {
    const { jobId, videoId, source } = await p.uploadedWide();
    const [upload, recording] = [p.at('uploads', source), p.at('recording.ts')];
    // Mostly padding, which takes long to read.
    const remux = ['-c', 'copy', '-f', 'mpegts', '-muxrate', '48M', recording];
    await promisify(execFile)(p.tools.ffmpeg, ['-v', 'error', '-y', '-i', upload, ...remux]);
    await rename(recording, upload);
    const child = await startTry({ jobId });
    const copies = async () => {
      const names = await readdir(p.at('work', jobId), { recursive: true }).catch(() => []);
      return names.filter((name) => name.endsWith('.mkv'));
    };
    while ((await copies()).length === 0 && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    await waitForExit(child);
    // Killed halfway: nothing of it is in the folder of finished results.
    expect(await copies()).toEqual([path.join('try-1', 'clear', 'source.mkv')]);
    await expect.poll(atWork, { timeout: 30_000 }).toEqual([]);

    await waitForExit(await startTry({ jobId }));
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', attempts: 2 });
    expect(await offered(videoId)).toEqual([144, 240, 360, 480]);
    expect(await p.filesOf(jobId)).toEqual([]);
  });
});
