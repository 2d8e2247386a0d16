import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findVideo } from '../../videos/index.ts';
import { findJobDetail } from './control-job.usecases.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';
import { listSteps } from './steps.repository.ts';
import { parseSegmentSeconds } from './video-facts.rules.ts';

/** A camera that was left on with its cap on. */
const hours = Number(process.env['BLACK_HOURS'] ?? 3);
const seconds = hours * 3600;

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

async function makeBlack(target: string): Promise<void> {
  const ffmpeg = (...args: string[]) =>
    promisify(execFile)(p.tools.ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args]);
  const picture = ['-f', 'lavfi', '-i', 'color=black:s=640x360:r=1:d=600'];
  const sound = ['-f', 'lavfi', '-i', 'anullsrc=cl=mono:d=600', '-t', '600'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '16k'];
  await ffmpeg(...picture, ...sound, ...coding, p.at('part.mp4'));
  const whole = ['-stream_loop', String(hours * 6 - 1), '-i', p.at('part.mp4')];
  await ffmpeg(...whole, '-c', 'copy', '-f', 'mp4', target);
}

it('hours of black become a video as any other', async () => {
  const { jobId, videoId, source } = await p.uploaded();
  await makeBlack(p.at('uploads', source));
  const delay = monitorEventLoopDelay();
  delay.enable();
  const begun = performance.now();
  await p.run(jobId);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  const { log } = await findJobDetail(p, jobId);
  for (const { step, message } of log) process.stdout.write(`${step}: ${message}\n`);
  process.stdout.write(`${minutes} min, longest pause ${Math.round(delay.max / 1e6)} ms\n`);

  expect(await p.standing(jobId)).toMatchObject({ state: 'completed', progress: 1 });
  expect((await findVideo(p.db, videoId))?.duration_seconds).toBeCloseTo(seconds, -1);
  const [probed] = await listSteps(p.db, jobId);
  const segments = seconds / (parseSegmentSeconds(probed?.result) ?? 0);
  for (const rendition of ['v144', 'v240', 'v360']) {
    const files = await readdir(p.at('media', 'videos', videoId, rendition));
    const found = files.filter((name) => name.endsWith('.m4s')).length;
    expect(found, rendition).toBeCloseTo(segments, -1);
  }
  expect(await p.storage.stat(`videos/${videoId}/storyboard/1.jpg`)).not.toBeNull();
  // One slide, shown to the end.
  expect(await readdir(p.at('media', 'videos', videoId, 'slides'))).toHaveLength(2);
  // Other requests of the process are answered during it, also on a busy machine.
  expect(delay.max / 1e6).toBeLessThan(5000);
}, 3_600_000);
