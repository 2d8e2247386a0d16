import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { type MediaTools, softwareEncoder } from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { LeaseLost, renewLease } from '../../../platform/jobs/lease.ts';
import { lapseLeases } from '../../../platform/testing/lapse-leases.ts';
import { waitForExit } from '../processing/doomed-worker.fixture.ts';
import { openProcessing, type Processing } from '../processing/processing.fixture.ts';
import {
  expectNothingLeft,
  expectWhole,
  listPartRows,
  listStoredParts,
  openWorkers,
  pieceSeconds,
  uploadLecture,
  waitUntil,
} from './lecture.fixture.ts';
import { removePartLeftovers } from './part-files.usecases.ts';
import { formatPartFileName } from './parts.rules.ts';
import { givePart, makeTakenPart, returnTakenPart, takePart } from './take-part.usecases.ts';
import { helpEncoding } from './tasks/help-encoding.task.ts';

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

it('counts a part once, also when a worker returns late', async () => {
  const job = await uploadLecture(p);
  const owner = await workers.startPausedOwner(job.jobId);
  const deps = { ...p, pieceSeconds };
  const make = async (name: string) => {
    const taken = await takePart(deps, p.tools);
    if (!taken) throw new Error('there is no part');
    const outDir = p.at(name);
    await mkdir(outDir);
    const { signal } = new AbortController();
    const inputPath = p.at('uploads', taken.sourceName);
    const use = { inputPath, copyDir: p.at('copy'), outDir, tools: p.tools, signal };
    await makeTakenPart(taken, { ...use, onProgress: () => {} });
    return { taken, outDir };
  };
  const late = await make('late');
  await lapseLeases(p.db, 'encoding_parts');
  const other = await make('other');
  expect(other.taken.id).toBe(late.taken.id);
  await expect(givePart(deps, late.taken, late.outDir)).rejects.toThrow(LeaseLost);
  expect(await listStoredParts(p)).toEqual([]);
  await givePart(deps, other.taken, other.outDir);
  const stored = await listStoredParts(p);
  expect(stored.length).toBeGreaterThan(0);
  await expect(givePart(deps, late.taken, late.outDir)).rejects.toThrow(LeaseLost);
  await expect(returnTakenPart(deps, late.taken, 'failed')).rejects.toThrow(LeaseLost);
  expect(await listStoredParts(p)).toEqual(stored);

  // Another one comes out wrong: the worker of the video finds that, and makes it itself.
  const wrong = await make('wrong');
  for (const name of await readdir(wrong.outDir))
    await writeFile(p.at('wrong', name), 'no picture');
  await givePart(deps, wrong.taken, wrong.outDir);
  // And what was given for good is lost or changed in the store.
  const spoilt = await make('spoilt');
  await givePart(deps, spoilt.taken, spoilt.outDir);
  for (const name of (await listStoredParts(p)).filter((each) => each.includes(spoilt.taken.id))) {
    await writeFile(p.at('parts', name), 'other bytes');
  }
  // Which no other can make.
  const failed = await takePart(deps, p.tools);
  if (failed) await returnTakenPart(deps, failed, 'fault');
  const left = (await listPartRows(p, job.jobId)).filter(({ state }) => state === 'left');
  expect(left.map(({ id }) => id)).toEqual([failed?.id]);
  owner.kill('SIGCONT');
  await waitForExit(owner);
  await expectWhole(p, job);
  await expectNothingLeft(p, job.jobId);
}, 180_000);

it('accepts only parts that fit those of the other worker, and only of a running job', async () => {
  const job = await uploadLecture(p);
  await workers.startPausedOwner(job.jobId);
  const deps = { ...p, pieceSeconds };
  const vaapi = { name: 'vaapi', device: '/dev/dri/renderD128' } as const;
  const take = (tools: Pick<MediaTools, 'canMapTones' | 'encoder'>, given = deps) =>
    takePart(given, tools);
  expect(await take(p.tools, { ...deps, pieceSeconds: 5 })).toBeUndefined();
  await p.db.updateTable('encoding_parts').set({ encoder: 'vaapi' }).execute();
  expect(await take({ ...p.tools, encoder: vaapi })).toBeUndefined();
  expect(await take(p.tools)).toBeUndefined();
  await p.db.updateTable('encoding_parts').set({ encoder: softwareEncoder.name }).execute();
  const setState = (state: 'queued' | 'running') =>
    p.db.updateTable('upload_jobs').set({ state }).where('id', '=', job.jobId).execute();
  await setState('queued');
  expect(await take(p.tools)).toBeUndefined();
  await setState('running');
  // Who has a graphics card can also encode without it.
  const taken = await take({ ...p.tools, encoder: vaapi });
  const last = (await listPartRows(p, job.jobId)).toSorted((a, b) => b.place - a.place)[0];
  expect(taken).toMatchObject({ id: last?.id, encoder: softwareEncoder });
});

it('leases a part for the requested time, also when the lease is renewed', async () => {
  const job = await uploadLecture(p);
  await workers.startPausedOwner(job.jobId);
  const taken = await takePart({ ...p, pieceSeconds }, p.tools, { leaseSeconds: 60 });
  if (!taken) throw new Error('there is no part');
  const leasedMs = async () => {
    const rows = await listPartRows(p, job.jobId);
    const until = rows.find(({ id }) => id === taken.id)?.leased_until;
    return (until?.getTime() ?? 0) - Date.now();
  };
  expect(await leasedMs()).toBeGreaterThan(30_000);
  await p.db.updateTable('encoding_parts').set({ leased_until: new Date() }).execute();
  await renewLease(p.db, taken.lease);
  expect(await leasedMs()).toBeGreaterThan(30_000);
  const usual = await takePart({ ...p, pieceSeconds }, p.tools);
  const rows = await listPartRows(p, job.jobId);
  const until = rows.find(({ id }) => id === usual?.id)?.leased_until;
  expect((until?.getTime() ?? 0) - Date.now()).toBeLessThan(10_000);
});

it('gives a part that failed twice elsewhere to the worker of the video', async () => {
  const job = await uploadLecture(p);
  await workers.startPausedOwner(job.jobId);
  const deps = { ...p, pieceSeconds };
  const ids: (string | undefined)[] = [];
  for (let times = 0; times < 3; times += 1) {
    const taken = await takePart(deps, p.tools);
    ids.push(taken?.id);
    if (taken) await returnTakenPart(deps, taken, 'failed');
  }
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  const left = (await listPartRows(p, job.jobId)).filter(({ state }) => state === 'left');
  expect(left.map(({ id }) => id)).toEqual([ids[0]]);
  // A stop of the worker is no failure.
  const taken = await takePart(deps, p.tools);
  for (let times = 0; taken && times < 3; times += 1) {
    const again = times === 0 ? taken : await takePart(deps, p.tools);
    expect(again?.id).toBe(taken.id);
    if (again) await returnTakenPart(deps, again, 'stopped');
  }
});

it('helps only while it has no video of its own', async () => {
  const job = await uploadLecture(p);
  await workers.startPausedOwner(job.jobId);
  const made = async () =>
    (await listPartRows(p, job.jobId)).filter(({ state }) => state === 'made').length;
  const stopping = new AbortController();
  const seen: number[] = [];
  let looks = 0;
  const helping = helpEncoding(
    { ...p, ...p.folders, pieceSeconds },
    {
      signal: stopping.signal,
      findRoom() {
        looks += 1;
        return looks < 3 ? 0 : 1;
      },
    },
  );
  await waitUntil(async () => {
    if (looks < 3) {
      const rows = await listPartRows(p, job.jobId);
      seen.push(rows.filter(({ fence, place }) => fence > 0 && place < 0).length);
    }
    expect(await made()).toBeGreaterThan(0);
  });
  // That of its own worker, at most.
  expect(Math.max(...seen)).toBeLessThanOrEqual(1);
  stopping.abort();
  await helping;
  const held = (await listPartRows(p, job.jobId)).filter(({ state }) => state === 'waiting');
  expect(held.filter(({ leased_until }) => leased_until !== null).length).toBeLessThanOrEqual(1);
  const left = await readdir(p.at('work', job.jobId));
  expect(left.filter((name) => name.startsWith('help-'))).toEqual([]);
});

it('removes files of parts that are no longer, once they are old', async () => {
  await mkdir(p.at('parts'));
  const part = (file: string) =>
    formatPartFileName({ jobId: uuidv7(), partId: uuidv7(), fence: 1 }, file);
  const [old, young] = [part('v144.mp4'), part('v144.mp4')];
  for (const name of [old, young, 'other']) await writeFile(p.at('parts', name), 'x');
  const longAgo = new Date(Date.now() - 11 * 60_000);
  for (const name of [old, 'other']) await utimes(p.at('parts', name), longAgo, longAgo);
  await removePartLeftovers(p);
  expect((await listStoredParts(p)).toSorted()).toEqual([young, 'other'].toSorted());
});
