import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUploadFolder } from './upload-folder.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'prahari-uploads-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('opens a range of a file, the end of the file where that comes first', async () => {
  const store = createUploadFolder({ dir, reserveBytes: 0 });
  await writeFile(path.join(dir, 'a'), '0123456789');
  const read = async (start: number, end: number) => {
    const stream = await store.openRange('a', { start, end });
    return stream && text(stream);
  };
  expect(await read(2, 4)).toBe('234');
  expect(await read(8, 20)).toBe('89');
  expect(await store.openRange('none', { start: 0, end: 1 })).toBeNull();
});
