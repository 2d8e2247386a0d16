import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  computeSpareBytes,
  leastRoomBytes,
  lookAgainAfterMs,
  readFreeBytes,
  requireRoom,
  runLeavingRoom,
} from './disk-room.ts';

const mebibyte = 1024 ** 2;
const here = { files: [os.tmpdir()], database: [os.tmpdir()] };
const { signal } = new AbortController();

it('files on the disk of the database leave it 64 MiB, those on others nothing', () => {
  const on = (device: number, freeMebibytes: number) => ({
    device,
    freeBytes: freeMebibytes * mebibyte,
  });
  expect(computeSpareBytes([on(1, 100)], [on(1, 100)])).toBe(36 * mebibyte);
  expect(computeSpareBytes([on(1, 64)], [on(1, 64)])).toBe(0);
  expect(computeSpareBytes([on(1, 60)], [on(1, 60)])).toBe(-4 * mebibyte);
  // Work and media: the one that lies beside the database counts, however much room the other has.
  expect(computeSpareBytes([on(2, 1), on(1, 100)], [on(1, 100)])).toBe(36 * mebibyte);
  expect(computeSpareBytes([on(2, 1)], [on(1, 1)])).toBeNull();
  expect(computeSpareBytes([on(1, 1)], [])).toBeNull();
  expect(computeSpareBytes([], [on(1, 1)])).toBeNull();
});

it('is looked at so often that a fast disk never takes all that the database needs', () => {
  expect(lookAgainAfterMs(null)).toBe(1000);
  expect(lookAgainAfterMs(1e15)).toBe(1000);
  const fastestBytesPerMs = mebibyte;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4096 * mebibyte }), (spare) => {
      const taken = lookAgainAfterMs(spare) * fastestBytesPerMs;
      expect(spare + leastRoomBytes - taken).toBeGreaterThan(0);
    }),
  );
});

it('is no matter on a disk with room, and of a database elsewhere', async () => {
  await requireRoom(here, 'files');
  expect(await readFreeBytes([path.join(os.tmpdir(), 'no-such-folder')])).toBeNull();
  expect(await runLeavingRoom(here, signal, async () => 'made')).toBe('made');
  const elsewhere = { ...here, database: [] };
  expect(await runLeavingRoom(elsewhere, signal, async (given) => given)).toBe(signal);
  const failed = new Error('of itself');
  await expect(runLeavingRoom(here, signal, () => Promise.reject(failed))).rejects.toBe(failed);
  await expect(
    runLeavingRoom(here, AbortSignal.abort(failed), async (given) => given.throwIfAborted()),
  ).rejects.toBe(failed);
});
