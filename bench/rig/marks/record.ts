import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MediaTools } from '@prahari/media';

export interface Recorder {
  readonly tools: MediaTools;
  readonly scratchDir: string;
}

/** A picture as it comes out of a screen recording (H.264), at the size that people pass on or its own. */
export async function record(
  { tools, scratchDir }: Recorder,
  png: Buffer,
  { lines, crf }: { readonly lines: number; readonly crf: number },
): Promise<Buffer> {
  const [source, film, frame] = ['shown.png', 'recording.mp4', 'frame.png'].map((name) =>
    path.join(scratchDir, name),
  );
  if (source === undefined || film === undefined || frame === undefined) throw new Error('no file');
  await writeFile(source, png);
  const run = (...args: readonly string[]) =>
    promisify(execFile)(tools.ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args]);
  const picture = `scale=-2:${lines},format=yuv420p`;
  await run(
    ...['-loop', '1', '-framerate', '25', '-t', '2', '-i', source, '-vf', picture],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', `${crf}`, film],
  );
  await run('-ss', '1.5', '-i', film, '-frames:v', '1', frame);
  return readFile(frame);
}
