import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Lease, settleLease } from '../../../platform/jobs/lease.ts';
import { takeOver } from '../../../platform/testing/lapse-leases.ts';
import { formatChosenPosterName, listPosterFiles } from '../../delivery/index.ts';
import { findVideo } from '../../videos/index.ts';
import { openProcessing, type Processing } from '../processing/processing.fixture.ts';
import {
  findPosterChoice,
  posterToLease,
  upsertPosterChoice,
} from './poster-choices.repository.ts';
import { makePoster } from './tasks/make-poster.task.ts';

let p: Processing;
let picture: Buffer;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
  const png = p.at('red.png');
  const red = ['-f', 'lavfi', '-i', 'color=red:s=320x180', '-frames:v', '1', png];
  await promisify(execFile)(p.tools.ffmpeg, ['-v', 'error', '-y', ...red]);
  picture = await readFile(png);
});
afterAll(() => p[Symbol.asyncDispose]());

async function choose(videoId: string): Promise<string> {
  const id = uuidv7();
  const choice = { videoId, id, atSeconds: null, picture };
  await upsertPosterChoice(p.db, choice, { userId: p.userId, now: new Date() });
  return id;
}

const filesOf = (id: string) => listPosterFiles(formatChosenPosterName(id));
const posterOf = async (videoId: string) => (await findVideo(p.db, videoId))?.poster_id;

/** Makes it; `meanwhile` runs after it is made and before it is shown. */
async function make(videoId: string, choiceId: string, meanwhile = async () => {}) {
  const storage: typeof p.storage = {
    ...p.storage,
    async publishFile(from, to) {
      await p.storage.publishFile(from, to);
      await meanwhile();
    },
  };
  const { signal } = new AbortController();
  await makePoster({ ...p, ...p.folders, storage }, { data: { videoId, choiceId }, signal });
}

it('a poster that another worker took over is shown by that one alone, and not removed', async () => {
  const { videoId } = await p.uploaded();
  const id = await choose(videoId);
  let other: Lease | undefined;
  await make(videoId, id, async () => {
    other ??= await takeOver(p.db, posterToLease(videoId, id));
  });
  expect(await posterOf(videoId)).toBeNull();
  expect(await findPosterChoice(p.db, videoId, id)).toBeDefined();
  await settleLease(p.db, other!, async () => {});
  await make(videoId, id);
  expect(await posterOf(videoId)).toBe(id);
  expect(p.retired).toEqual([]);
});

it('a poster that was replaced by another choice is never shown, and removed', async () => {
  const { videoId } = await p.uploaded();
  const id = await choose(videoId);
  let next = '';
  await make(videoId, id, async () => {
    next ||= await choose(videoId);
  });
  expect(await posterOf(videoId)).toBeNull();
  expect(p.retired).toEqual([filesOf(id)]);
  await make(videoId, next);
  expect(await posterOf(videoId)).toBe(next);
});
