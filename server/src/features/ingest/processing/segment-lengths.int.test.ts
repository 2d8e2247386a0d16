import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { requestKeyRenewal } from '../keys/key-renewals.repository.ts';
import { wireRenewal } from '../keys/renewal.fixture.ts';
import { findJobDetail } from './control-job.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';
import { listSteps } from './steps.repository.ts';

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

/** Lengths of the segments of a published rendition, in seconds. */
async function lengthsOf(videoId: string, folder: string): Promise<number[]> {
  const playlist = String(await p.storage.read(`videos/${videoId}/${folder}/media.m3u8`));
  return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
}

const sixes = [6, 6, 6, 6, 2];
const renditions = ['v144', 'v240', 'v360', 'v480'];

it('slides get long segments, the same in early and later qualities, in both schemes and under new keys', async () => {
  const { jobId, videoId } = await p.uploadedSlides();
  await p.run(jobId, undefined, p.tools, ['cbcs', 'cenc']);
  for (const rendition of renditions) {
    expect(await lengthsOf(videoId, rendition), rendition).toEqual(sixes);
    expect(await lengthsOf(videoId, `${rendition}c`), rendition).toEqual(sixes);
  }
  expect((await lengthsOf(videoId, 'audio')).every((seconds) => seconds < 2.1)).toBe(true);
  const { log } = await findJobDetail(p, jobId);
  const looked = log.find(({ step }) => step === 'probe');
  expect(looked?.message).toMatch(/segments of 6 s, which save \d\d % of the picture's bits/);

  await p.db
    .transaction()
    .execute((trx) =>
      requestKeyRenewal(trx, { videoId, generation: 2 }, { userId: p.userId, now: new Date() }),
    );
  await wireRenewal({ ...p, base: p }, p).renew(videoId);
  for (const rendition of renditions)
    expect(await lengthsOf(videoId, `${rendition}k2`), rendition).toEqual(sixes);
});

it('a resumed job keeps the lengths that it chose', async () => {
  const { jobId, videoId } = await p.uploadedWide();
  const failing = { ...p.tools, ffmpeg: p.at('ffmpeg-without-144') };
  const script = `case "$*" in *v144*) kill -9 $$;; esac; exec ${p.tools.ffmpeg} "$@"`;
  await writeFile(failing.ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await expect(p.run(jobId, undefined, failing)).rejects.toThrow();

  // As if it had looked at other moments then: looked at again, this picture would get the shortest.
  const { step, result } = (await listSteps(p.db, jobId))[0]!;
  expect({ step, result }).toMatchObject({ step: 'probe', result: { segmentSeconds: 2 } });
  const chosen = JSON.stringify({ ...Object(result), segmentSeconds: 6 });
  const ofProbe = p.db.updateTable('processing_steps').where('step', '=', 'probe');
  await ofProbe.where('job_id', '=', jobId).set({ state: 'waiting', result: chosen }).execute();
  await p.run(jobId);
  for (const rendition of renditions)
    expect(await lengthsOf(videoId, rendition), rendition).toEqual(sixes);
});
