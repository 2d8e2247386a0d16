import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTusClient } from '../../../testing/resumable-upload.ts';
import { type SmallDisk, startOnSmallDisk } from './small-disk.fixture.ts';

const mebibyte = 1024 ** 2;
const diskBytes = 16 * mebibyte;
/** Ten of these fit on the disk, if it were theirs alone. */
const fileBytes = 1_400_000;
const pieceBytes = 128 * 1024;
const patience = 60_000;

let disk: SmallDisk;

beforeAll(async () => {
  disk = await startOnSmallDisk(diskBytes);
});
afterAll(() => disk.stop());

/** Another program that writes 1 MB/s, as long as there is room. */
async function fill(file: FileHandle, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await file.write(Buffer.alloc(50_000)).catch((error: NodeJS.ErrnoException) => {
      expect(error.code).toBe('ENOSPC');
    });
    await delay(50);
  }
}

/** The calls of an administrator during that time. @returns how long the slowest call took */
async function workOn({ admin }: SmallDisk, signal: AbortSignal): Promise<number> {
  let slowestMs = 0;
  while (!signal.aborted) {
    const begunMs = performance.now();
    await admin.call(endpoints.users.list, { query: {} });
    slowestMs = Math.max(slowestMs, performance.now() - begunMs);
    await delay(100);
  }
  return slowestMs;
}

it(
  'a disk that fills at 1 MB/s stops ten uploads clearly, and all continue when there is room',
  async ({ skip }) => {
    const { server, admin, folder, isMounted } = disk;
    if (!isMounted) skip('no right to mount a file system');
    const tus = createTusClient(server.origin, admin);
    const uploads = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const content = new Uint8Array(randomBytes(fileBytes));
        return { content, id: await tus.begin({ lengthBytes: content.length }) };
      }),
    );
    const fileOf = (id: string) => readFile(path.join(folder, `${id}.resumable`));

    /** @returns how the server refused to continue; undefined when everything arrived */
    async function send({ id, content }: (typeof uploads)[number]): Promise<ApiError | undefined> {
      for (let offset = await tus.offset(id); offset < content.length; ) {
        const piece = content.slice(offset, offset + pieceBytes);
        const sent = await tus.patch(id, offset, piece).catch((error: unknown) => error);
        if (sent instanceof ApiError) return sent;
        if (typeof sent !== 'number') throw sent;
        offset = sent;
      }
      return undefined;
    }

    const ended = new AbortController();
    const otherFile = path.join(folder, 'other');
    const other = await open(otherFile, 'w');
    await other.write(Buffer.alloc(6 * mebibyte));
    const filling = fill(other, ended.signal);
    const working = workOn(disk, ended.signal);
    const refusals = await Promise.all(uploads.map(send));
    // Requests while it is still full are refused again and lose nothing.
    const again = await Promise.all(
      uploads.filter((_, i) => refusals[i] !== undefined).map((upload) => send(upload)),
    );
    ended.abort();
    await filling;
    await other.close();
    // Under a heavy load calls wait for others, but not for uploads.
    expect(await working).toBeLessThan(30_000);

    const stopped = [...refusals, ...again].filter((refusal) => refusal !== undefined);
    expect(stopped.length).toBeGreaterThan(1);
    for (const { status, reason } of stopped) {
      expect([status, reason]).toEqual([507, 'storage_full']);
    }
    for (const { id, content } of uploads) {
      // Nothing is half-written: there is what was confirmed, and as it was sent.
      const there = await fileOf(id);
      expect(there.equals(content.subarray(0, await tus.offset(id)))).toBe(true);
    }

    await rm(otherFile);
    expect(await Promise.all(uploads.map(send))).toEqual(uploads.map(() => undefined));
    for (const { id, content } of uploads) {
      expect((await fileOf(id)).equals(content)).toBe(true);
      const job = await admin.call(endpoints.uploads.job, { params: { id } });
      expect(job).toMatchObject({ state: 'queued', fileSizeBytes: content.length });
    }
  },
  patience,
);
