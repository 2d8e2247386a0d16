import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { systemClock as clock } from '../../../platform/clock/clock.ts';
import { findCaptions, findVideo, upsertCaptions } from '../../videos/index.ts';
import { findJobDetail } from './control-job.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
  const cue = (text: string) => `1\n00:00:00,200 --> 00:00:00,900\n${text}\n`;
  await writeFile(p.at('hi.srt'), cue('<b>प्रकाश</b> & छाया'));
  await writeFile(p.at('en.srt'), cue('Light and shadow'));
  const chapter = (start: number, title: string) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 400}\ntitle=${title}\n`;
  const chapters = `;FFMETADATA1\n${chapter(0, 'Light')}${chapter(500, 'Shadow')}`;
  await writeFile(p.at('chapters.txt'), chapters);
});
afterAll(() => p[Symbol.asyncDispose]());

/** An upload with two subtitles of letters, another of the same language, and two chapters. */
async function uploaded() {
  const job = await p.uploaded();
  const inputs = [p.clip, p.at('hi.srt'), p.at('en.srt'), p.at('chapters.txt')];
  await promisify(execFile)(p.tools.ffmpeg, [
    ...['-v', 'error', '-y', ...inputs.flatMap((file) => ['-i', file])],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '2', '-map_chapters', '3'],
    ...['-c', 'copy', '-c:s:0', 'srt', '-c:s:1', 'ass', '-c:s:2', 'srt', '-t', '1'],
    ...['-metadata:s:s:0', 'language=hin', '-metadata:s:s:1', 'language=eng'],
    ...['-metadata:s:s:2', 'language=eng', '-f', 'matroska', p.at('uploads', job.source)],
  ]);
  return job;
}
const captionsOf = (videoId: string, language: string) => findCaptions(p.db, videoId, language);

it('makes captions of subtitles and chapters of chapters, and names what is left out', async () => {
  const { jobId, videoId } = await uploaded();
  await p.run(jobId);
  expect(await p.standing(jobId)).toMatchObject({ state: 'completed' });
  expect(await captionsOf(videoId, 'hi')).toMatchObject({ label: 'हिन्दी' });
  // From the first packet of the file, which primes the decoder of the sound.
  expect((await captionsOf(videoId, 'hi'))?.body).toMatch(
    /^WEBVTT\n\n00:00:00\.2\d\d --> 00:00:00\.9\d\d\n<b>प्रकाश<\/b> &amp; छाया/,
  );
  expect((await captionsOf(videoId, 'en'))?.body).toContain('Light and shadow');
  expect((await findVideo(p.db, videoId))?.chapters).toEqual([
    { startSeconds: 0, title: 'Light' },
    { startSeconds: 0.5, title: 'Shadow' },
  ]);
  expect((await findVideo(p.db, videoId))?.left_out).toEqual([
    { kind: 'text', codec: 'subrip', language: 'en' },
  ]);
  const lines = (await findJobDetail(p, jobId)).log.map(({ message }) => message).join('\n');
  expect(lines).toContain('left out: subtitles (subrip, en)');
  expect(lines).toContain('whole, captions hi, captions en, 2 chapters');
});

it('replaces nothing that an administrator wrote', async () => {
  const { jobId, videoId } = await uploaded();
  const own = { videoId, language: 'hi', label: 'Own', body: 'WEBVTT\n' };
  const written = [{ startSeconds: 0, title: 'Own' }];
  await p.db.transaction().execute(async (trx) => {
    await upsertCaptions(trx, own, clock.now());
    const values = { chapters: JSON.stringify(written) };
    await trx.updateTable('videos').set(values).where('id', '=', videoId).execute();
  });
  await p.run(jobId);
  expect(await captionsOf(videoId, 'hi')).toMatchObject({ label: 'Own', body: 'WEBVTT\n' });
  expect(await captionsOf(videoId, 'en')).toMatchObject({ label: 'English' });
  expect((await findVideo(p.db, videoId))?.chapters).toEqual(written);
});
