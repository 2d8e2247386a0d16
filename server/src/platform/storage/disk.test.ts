import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

it('lets only the group of its folder read published files, with any umask', async () => {
  const shared = path.join(root, 'shared');
  await mkdir(shared);
  // Only root may give files to any group; other accounts only to their own groups.
  const gid = process.getuid?.() === 0 ? 12_345 : (process.getgroups?.()[0] ?? 0);
  await chown(shared, process.getuid?.() ?? 0, gid);
  const storage = openDiskStorage(shared);
  const made = path.join(root, 'made');
  await mkdir(path.join(made, 'v180'), { recursive: true, mode: 0o700 });
  await writeFile(path.join(made, 'v180', '1.m4s'), 'bytes', { mode: 0o600 });
  await writeFile(path.join(made, 'poster.jpg'), 'bytes', { mode: 0o666 });
  await storage.publishFile(path.join(made, 'poster.jpg'), 'videos/a/poster.jpg');
  await storage.publish(made, 'videos/a/r1');
  const rightsOf = async (name: string) => {
    const stats = await stat(path.join(shared, name));
    return [name, (stats.mode & 0o777).toString(8), stats.gid];
  };
  const names = ['videos', 'videos/a', 'videos/a/r1', 'videos/a/r1/v180'];
  const files = ['videos/a/poster.jpg', 'videos/a/r1/v180/1.m4s'];
  expect(await Promise.all([...names, ...files].map(rightsOf))).toEqual([
    ...names.map((name) => [name, '750', gid]),
    ...files.map((name) => [name, '640', gid]),
  ]);
});

it('leftovers of a killed publication are removed after their time, and nothing else is', async () => {
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

it('a copy from another disk can be aborted, and leaves nothing', async () => {
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
