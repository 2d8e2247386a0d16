import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { listKeptPieces, startDoomedWorker, waitForExit } from './doomed-worker.fixture.ts';
import { openProcessing, type Processing } from './processing.fixture.ts';

/** A video that takes two cores some twenty minutes, in the pieces that every video is made in. */
const videoMinutes = Number(process.env['POWER_CUT_VIDEO_MINUTES'] ?? 60);
const cutSeconds = Number(process.env['POWER_CUT_SECONDS'] ?? 30);

let p: Processing;
beforeAll(async () => {
  p = await openProcessing(inject('databaseServer'));
});
afterAll(() => p[Symbol.asyncDispose]());

async function makeVideo(target: string): Promise<void> {
  const ffmpeg = (...args: string[]) =>
    promisify(execFile)(p.tools.ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args]);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=60'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=60'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-f', 'mp4'];
  await ffmpeg(...picture, ...sound, ...coding, p.at('minute.mp4'));
  const whole = ['-stream_loop', String(videoMinutes - 1), '-i', p.at('minute.mp4')];
  await ffmpeg(...whole, '-c', 'copy', '-f', 'mp4', target);
}

it(
  'a video is made though the power goes all the time',
  async () => {
    const { jobId, videoId, source } = await p.uploaded();
    await makeVideo(p.at('uploads', source));
    const known = new Map<string, number>();
    const begun = performance.now();
    let cuts = 0;
    let shown = 0;
    for (;;) {
      const child = await startDoomedWorker(p, { jobId });
      await Promise.race([sleep(cutSeconds * 1000), waitForExit(child)]);
      if (child.exitCode !== null) break;
      child.kill('SIGKILL');
      await waitForExit(child);
      cuts += 1;
      for (const [name, file] of await listKeptPieces(p, jobId)) {
        if (known.has(name)) expect(known.get(name), `cut ${cuts}: ${name}`).toBe(file);
        known.set(name, file);
      }
      const { progress, state } = await p.standing(jobId);
      expect(state, `cut ${cuts}`).toBe('running');
      expect(progress, `cut ${cuts}`).toBeGreaterThanOrEqual(shown);
      shown = progress;
    }
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    process.stdout.write(`${cuts} cuts in ${minutes} min, ${known.size} files of pieces\n`);
    expect(await p.standing(jobId)).toMatchObject({ state: 'completed', progress: 1 });
    const last = (videoMinutes * 60) / 2;
    for (const rendition of ['v144', 'v240', 'v360', 'v480', 'v720', 'audio']) {
      expect(
        await p.storage.stat(`videos/${videoId}/${rendition}/${last}.m4s`),
        rendition,
      ).not.toBeNull();
    }
  },
  4 * 3_600_000,
);
