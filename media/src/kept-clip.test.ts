import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyKeptClip } from './kept-clip.fixture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-kept-'));
});
afterEach(() => rm(folder, { recursive: true }));

const keptDir = () => path.join(folder, 'kept');
let made = 0;

/** The content of a clip of these words, of a program that says how often it ran. */
async function clipOf(...words: string[]): Promise<string> {
  const file = path.join(folder, 'clip.mp4');
  const wanted = { ffmpeg: process.execPath, words, file, keptDir: keptDir() };
  await copyKeptClip(wanted, (place) => {
    made += 1;
    return writeFile(place, `${words} ${made}`);
  });
  return readFile(file, 'utf8');
}

it('makes a clip once for the same words', async () => {
  const first = await clipOf('testsrc', '1');
  expect(await clipOf('testsrc', '1')).toBe(first);
  expect(await clipOf('testsrc', '2')).not.toBe(first);
  expect(await readdir(keptDir())).toHaveLength(2);
});

it('gives each test its own copy, which it may damage', async () => {
  const first = await clipOf('testsrc');
  await writeFile(path.join(folder, 'clip.mp4'), 'spoilt');
  expect(await clipOf('testsrc')).toBe(first);
});

it('keeps nothing of what failed half-way', async () => {
  const file = path.join(folder, 'clip.mp4');
  const failing = copyKeptClip(
    { ffmpeg: process.execPath, words: ['x'], file, keptDir: keptDir() },
    async (place) => {
      await writeFile(place, 'half');
      throw new Error('killed');
    },
  );
  await expect(failing).rejects.toThrow('killed');
  expect(await readdir(keptDir())).toEqual([]);
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
});
