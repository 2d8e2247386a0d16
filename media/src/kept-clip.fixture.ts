import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const allClips = path.join(import.meta.dirname, '..', '..', '.cache', 'clips');

export type KeptClip = {
  /** The program that makes it. */
  readonly ffmpeg: string;
  readonly words: readonly string[];
  /** The path where it is needed. */
  readonly file: string;
  readonly keptDir?: string;
};

/**
 * Puts a clip at `file` that ffmpeg makes from `words` alone. `make` runs the first time only: then
 * the clip is kept in `.cache/clips` by its words and the ffmpeg, for all tests and runs.
 */
export async function copyKeptClip(
  { ffmpeg, words, file, keptDir = allClips }: KeptClip,
  make: (place: string) => Promise<unknown>,
): Promise<void> {
  const { mtimeMs, size } = await stat(ffmpeg);
  const hash = createHash('sha256').update(JSON.stringify([ffmpeg, mtimeMs, size, words]));
  const name = hash.digest('hex');
  const kept = path.join(keptDir, name + path.extname(file));
  const isKept = await copyFile(kept, file).then(
    () => true,
    () => false,
  );
  if (isKept) return;
  await mkdir(keptDir, { recursive: true });
  // Renamed once it is whole: a process that looks before that, or after a kill, makes its own.
  const making = path.join(keptDir, `${name}-${randomUUID()}${path.extname(file)}`);
  try {
    await make(making);
    await rename(making, kept);
  } finally {
    await rm(making, { force: true });
  }
  await copyFile(kept, file);
}
