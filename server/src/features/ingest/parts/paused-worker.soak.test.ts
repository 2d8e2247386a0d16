import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { waitForExit } from '../processing/doomed-worker.fixture.ts';
import { openProcessing, type Processing } from '../processing/processing.fixture.ts';
import {
  expectNothingLeft,
  expectReturnOfHelper,
  listPartRows,
  openWorkers,
  uploadLecture,
} from './lecture.fixture.ts';

const pauseMs = Number(process.env['PAUSE_SECONDS'] ?? 600) * 1000;

let p: Processing;
let workers: ReturnType<typeof openWorkers>;
beforeEach(async () => {
  p = await openProcessing(inject('databaseServer'));
  workers = openWorkers(p);
});
afterEach(async () => {
  await workers[Symbol.asyncDispose]();
  await p[Symbol.asyncDispose]();
});

it('a worker that is paused for ten minutes in the middle of a part returns, and helps with the next video', () =>
  expectReturnOfHelper(p, workers, pauseMs));

it('a worker of a video that is paused for ten minutes takes nothing back from the one that overtook it', async () => {
  const job = await uploadLecture(p);
  const paused = await workers.startPausedOwner(job.jobId);
  const pausedAt = performance.now();
  await waitForExit(await workers.startOwner(job.jobId));
  const published = await p.mediaRevision(job.videoId);
  await sleep(Math.max(0, pauseMs - (performance.now() - pausedAt)));
  paused.kill('SIGCONT');
  await waitForExit(paused);
  expect(await p.standing(job.jobId)).toMatchObject({ state: 'completed', attempts: 2 });
  expect(await p.mediaRevision(job.videoId)).toBe(published);
  expect(await listPartRows(p, job.jobId)).toEqual([]);
  await expectNothingLeft(p, job.jobId);
});
