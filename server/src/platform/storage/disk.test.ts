import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDiskStorage } from './disk.ts';
import { describeStorage } from './storage.test-suite.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'prahari-disk-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describeStorage('disk storage', async () => openDiskStorage(root));

it('what a killed publication left goes after its time, and nothing else does', async () => {
  const storage = openDiskStorage(root);
  const at = (...names: string[]) => path.join(root, 'videos', 'killed', ...names);
  await mkdir(at(`v240.${uuidv7()}.new`), { recursive: true });
  await mkdir(at(`v480.${uuidv7()}.old`));
  await writeFile(at(`poster.jpg.${uuidv7()}.new`), 'half');
  await mkdir(at('v144'));
  await writeFile(at('v144', 'init.mp4'), 'whole');
  await writeFile(at('poster.new'), 'of another name');
  const now = Date.now();
  expect(await storage.removeUnfinished(new Date(now - 3_600_000))).toBe(0);
  expect(await storage.removeUnfinished(new Date(now + 3_600_000))).toBe(3);
  expect((await readdir(at())).sort()).toEqual(['poster.new', 'v144']);
  expect(await readdir(at('v144'))).toEqual(['init.mp4']);
});
