import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { cancelProcessing, findJobDetail } from '../processing/control-job.usecases.ts';
import { listRunningPrograms, waitForExit } from '../processing/doomed-worker.fixture.ts';
import { openProcessing, type Processing } from '../processing/processing.fixture.ts';
import {
  expectNothingLeft,
  expectReturnOfHelper,
  expectWhole,
  listPartRows,
  listStoredParts,
  openWorkers,
  uploadLecture,
  waitForHelper,
  waitUntil,
} from './lecture.fixture.ts';

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

it('makes one lecture by two workers, and leaves nothing of their parts', async () => {
  const job = await uploadLecture(p);
  await workers.startHelper();
  const owner = await workers.startOwner(job.jobId);
  let most = 0;
  const made = new Set<string>();
  const exit = waitForExit(owner).then(() => true);
  const progress: number[] = [];
  // Looking without a pause takes the workers half of the machine.
  while (!(await Promise.race([exit, sleep(100, false)]))) {
    const rows = await listPartRows(p, job.jobId);
    for (const { id, state } of rows) if (state === 'made') made.add(id);
    most = Math.max(most, (await findJobDetail(p, job.jobId)).workers);
    progress.push((await p.standing(job.jobId)).progress);
  }
  await expectWhole(p, job);
  // Both at once, and what the helper made counts.
  expect(most).toBe(2);
  expect(made.size).toBeGreaterThan(1);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  await expectNothingLeft(p, job.jobId);
}, 180_000);

it('goes on where a worker was killed in the middle of a part', async () => {
  const job = await uploadLecture(p);
  const helper = await workers.startHelper();
  const owner = await workers.startOwner(job.jobId);
  await waitForHelper(p);
  helper.kill('SIGKILL');
  await waitForExit(owner);
  await expectWhole(p, job);
  await expectNothingLeft(p, job.jobId);
}, 180_000);

it('continues where the worker of the video was killed, with the parts of others', async () => {
  const job = await uploadLecture(p);
  await workers.startHelper();
  const owner = await workers.startOwner(job.jobId);
  const made = await waitUntil(async () => {
    const rows = (await listPartRows(p, job.jobId)).filter(({ state }) => state === 'made');
    expect(rows).not.toEqual([]);
    return rows;
  });
  owner.kill('SIGKILL');
  await waitForExit(owner);
  const next = await workers.startOwner(job.jobId);
  for (const { id, step, fence } of made) {
    // Of this step, or joined already.
    const now = (await listPartRows(p, job.jobId)).find((row) => row.id === id);
    if (now) expect(now, step).toMatchObject({ state: 'made', fence });
  }
  await waitForExit(next);
  expect(await p.standing(job.jobId)).toMatchObject({ state: 'completed', attempts: 2 });
  await expectNothingLeft(p, job.jobId);
}, 180_000);

it(
  'does without a worker that is paused in the middle of a part, and refuses its late result',
  () => expectReturnOfHelper(p, workers, 0),
  240_000,
);

it('stops all workers when the video is cancelled, and leaves nothing of its parts', async () => {
  const job = await uploadLecture(p);
  await workers.startHelper();
  const owner = await workers.startOwner(job.jobId);
  await waitUntil(async () => expect(await listStoredParts(p)).not.toEqual([]));
  await waitForHelper(p);
  await cancelProcessing(p, p.by, job.jobId);
  await waitForExit(owner);
  await waitUntil(async () => expect(await listRunningPrograms(p)).toEqual([]));
  await waitUntil(async () => expect(await listStoredParts(p)).toEqual([]));
  expect(await listPartRows(p, job.jobId)).toEqual([]);
  expect(await p.standing(job.jobId)).toMatchObject({ state: 'cancelled' });
}, 180_000);

it('fails as one worker does where the file is damaged, and leaves nothing of its parts', async () => {
  const job = await uploadLecture(p);
  const owner = await workers.startPausedOwner(job.jobId);
  // Damaged behind the back of the probe, so that pieces and one pass meet it.
  const file = p.at('uploads', job.source);
  const { size } = await stat(file);
  await using handle = await open(file, 'r+');
  await handle.write(
    Buffer.alloc(Math.floor(size * 0.6), 0xff),
    0,
    undefined,
    Math.floor(size * 0.3),
  );
  await workers.startHelper();
  owner.kill('SIGCONT');
  await waitForExit(owner);
  expect(await p.standing(job.jobId)).toMatchObject({
    state: 'failed',
    failure_code: 'broken_file',
  });
  await expectNothingLeft(p, job.jobId);
}, 180_000);

it('leaves nothing of the parts of a video that is purged while two workers make them', async () => {
  const job = await uploadLecture(p);
  await workers.startHelper();
  const owner = await workers.startOwner(job.jobId);
  await waitUntil(async () => expect(await listStoredParts(p)).not.toEqual([]));
  await waitForHelper(p);
  await p.db.deleteFrom('videos').where('id', '=', job.videoId).execute();
  await waitForExit(owner);
  await waitUntil(async () => expect(await listRunningPrograms(p)).toEqual([]));
  await expectNothingLeft(p, job.jobId);
}, 180_000);

it('accepts nothing from a worker of the video that was paused and overtaken', async () => {
  const job = await uploadLecture(p);
  const paused = await workers.startPausedOwner(job.jobId);
  const next = await workers.startOwner(job.jobId);
  await waitUntil(async () => expect(await p.standing(job.jobId)).toMatchObject({ attempts: 2 }));
  await workers.startHelper();
  await waitForHelper(p);
  const rows = await listPartRows(p, job.jobId);
  paused.kill('SIGCONT');
  await waitForExit(paused);
  // It ended, and the parts are still those of the other, which offers its sound later than pictures.
  const ids = new Set(rows.map(({ id }) => id));
  const kindOf = ({ step, name }: (typeof rows)[number]) => `${step} ${name.replace(/\d+$/, '')}`;
  const kinds = new Set(rows.map(kindOf));
  const now = await listPartRows(p, job.jobId);
  expect(now.filter((row) => kinds.has(kindOf(row)) && !ids.has(row.id))).toEqual([]);
  await waitForExit(next);
  expect(await p.standing(job.jobId)).toMatchObject({ state: 'completed', attempts: 2 });
  await expectNothingLeft(p, job.jobId);
}, 180_000);
