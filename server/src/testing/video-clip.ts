import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MediaTools } from '@prahari/media';
import { copyKeptClip } from '@prahari/media/kept-clip';

/**
 * A moving test picture of 320 × 180 with a tone, two seconds long, as MP4 in `folder`. It has key
 * pictures all along, as cameras write them, so that a poster is found at the first look.
 */
export async function makeVideoClip(
  tools: Pick<MediaTools, 'ffmpeg'>,
  folder: string,
): Promise<{ file: string; bytes: Buffer<ArrayBuffer> }> {
  const file = path.join(folder, 'video.mp4');
  await makeClip(tools, file, [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=2', '-f', 'lavfi', '-i', 'sine=d=2'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-c:a', 'aac'],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ]);
  return { file, bytes: Buffer.from(await readFile(file)) };
}

/** Puts at `file` what ffmpeg makes of these words, which name no file. */
export async function makeClip(
  { ffmpeg }: Pick<MediaTools, 'ffmpeg'>,
  file: string,
  words: readonly string[],
): Promise<void> {
  await copyKeptClip({ ffmpeg, words, file }, (place) =>
    promisify(execFile)(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...words, place]),
  );
}
