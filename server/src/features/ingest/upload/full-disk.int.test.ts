import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal } from '../../../testing/catch-refusal.ts';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { uploadVideo } from '../../../testing/upload-video.ts';
import { type SmallDisk, startOnSmallDisk } from './small-disk.fixture.ts';

const mebibyte = 1024 ** 2;
/** A disk of uploads so small, on which other files appear. */
const diskBytes = 24 * mebibyte;

let disk: SmallDisk;
let tus: ReturnType<typeof createTusClient>;

beforeAll(async () => {
  disk = await startOnSmallDisk(diskBytes);
  tus = createTusClient(disk.server.origin, disk.admin);
});
afterAll(() => disk.stop());

const other = () => path.join(disk.folder, 'other');
const fileOf = (id: string) => path.join(disk.folder, `${id}.resumable`);
const sha256 = (bytes: Uint8Array) =>
  `sha256 ${createHash('sha256').update(bytes).digest('base64')}`;

/**
 * Only accounts that may mount have a disk that can be filled; elsewhere `/dev/full` replaces it.
 */
describe('a disk that others fill in the middle of an upload', () => {
  it.for([true, false])(
    'stops it, keeps the confirmed bytes, and lets it continue (checksum: %s)',
    async (isChecked, { skip }) => {
      if (!disk.isMounted) skip('no right to mount a file system');
      const content = new Uint8Array(randomBytes(16 * mebibyte));
      const id = await tus.begin({ lengthBytes: content.length });
      const first = content.slice(0, 4 * mebibyte);
      expect(await tus.patch(id, 0, first)).toBe(first.length);
      await writeFile(other(), Buffer.alloc(12 * mebibyte));

      const rest = content.slice(first.length);
      const headers = isChecked ? { 'upload-checksum': sha256(rest) } : {};
      const full = await catchRefusal(tus.patch(id, first.length, rest, headers));
      expect([full.status, full.reason]).toEqual([507, 'storage_full']);
      expect(full.message).toContain('disk of the server is full');
      const offset = await tus.offset(id);
      if (isChecked) expect(offset).toBe(first.length);
      expect(offset).toBeGreaterThanOrEqual(first.length);
      // Nothing half-written stays in the way of what made the disk full.
      expect((await stat(fileOf(id))).size).toBe(offset);
      expect((await readFile(fileOf(id))).equals(content.subarray(0, offset))).toBe(true);
      const { items } = await disk.admin.call(endpoints.uploads.unfinished, {});
      expect(items).toMatchObject([{ id, offsetBytes: offset }]);

      await rm(other());
      expect(await tus.patch(id, offset, content.slice(offset))).toBe(content.length);
      expect((await readFile(fileOf(id))).equals(content)).toBe(true);
      const job = await disk.admin.call(endpoints.uploads.job, { params: { id } });
      expect(job).toMatchObject({ state: 'queued', fileSizeBytes: content.length });
      await rm(fileOf(id));
    },
  );

  it('ends an upload in one request and leaves nothing of it', async ({ skip }) => {
    if (!disk.isMounted) skip('no right to mount a file system');
    await writeFile(other(), Buffer.alloc(12 * mebibyte));
    const before = await disk.admin.call(endpoints.uploads.jobs, {});
    // Without a length: an announced one would be refused at once.
    const content = new Uint8Array(16 * mebibyte);
    const full = await catchRefusal(
      uploadVideo(disk.server.origin, disk.admin, {
        title: 'Too much',
        content,
        isUnmeasured: true,
      }),
    );
    expect([full.status, full.reason]).toEqual([507, 'storage_full']);
    expect(await readdir(disk.folder)).toEqual(['other']);
    expect((await disk.admin.call(endpoints.uploads.jobs, {})).total).toBe(before.total);
    await rm(other());
  });

  it('refuses at once an upload that clearly does not fit', async ({ skip }) => {
    if (!disk.isMounted) skip('no right to mount a file system');
    const tooMuch = await catchRefusal(tus.begin({ lengthBytes: diskBytes + 1 }));
    expect([tooMuch.status, tooMuch.reason]).toEqual([507, 'storage_full']);
    expect(await readdir(disk.folder)).toEqual([]);
  });
});
