import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

it('a copy from another disk ends when it is told to, and leaves nothing', async () => {
  const other = await mkdtemp('/dev/shm/prahari-').catch(() => root);
  try {
    const storage = openDiskStorage(root);
    const made = path.join(other, 'rung');
    await mkdir(made);
    await writeFile(path.join(made, 'init.mp4'), 'whole');
    const full = new Error('hardly any room');
    const publishing = () => storage.publish(made, 'videos/copied/v144', AbortSignal.abort(full));
    const isOtherDisk = (await stat(other)).dev !== (await stat(root)).dev;
    if (isOtherDisk) await expect(publishing()).rejects.toBe(full);
    expect(await readdir(path.join(root, 'videos', 'copied')).catch(() => [])).toEqual([]);
    await storage.publish(made, 'videos/copied/v144');
    expect(String(await storage.read('videos/copied/v144/init.mp4'))).toBe('whole');
  } finally {
    if (other !== root) await rm(other, { recursive: true, force: true });
  }
});
