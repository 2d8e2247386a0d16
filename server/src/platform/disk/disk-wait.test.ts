import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../db/failures.ts';
import {
  findFullDisk,
  isRoomMade,
  nameFullDisk,
  noDiskWait,
  planDiskWait,
  presentDiskWait,
  writeWhenServed,
} from './disk-wait.ts';

const mebibyte = 1024 ** 2;
const folders = { files: [os.tmpdir()], database: [] };
const isAborted = { name: 'AbortError' };
const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });

describe('a full disk', () => {
  it.each([
    [withCode('ENOSPC'), 'files'],
    [withCode('EDQUOT'), 'files'],
    [withCode('disk_full'), 'files'],
    [withCode('53100', { severity: 'ERROR' }), 'database'],
    [new DatabaseUnavailable('disk_full'), 'database'],
    [withCode('53200', { severity: 'ERROR' }), undefined],
    [new DatabaseUnavailable('lost'), undefined],
    [withCode('ENOENT'), undefined],
    ['ENOSPC', undefined],
  ])('is known by %s', (error, disk) => {
    expect(nameFullDisk(error)).toBe(disk);
  });

  it('is not what made a database go away whose disk has room, or is elsewhere', async () => {
    const lost = new DatabaseUnavailable('lost');
    expect(await findFullDisk({ files: [], database: [os.tmpdir()] }, lost)).toBeUndefined();
    expect(await findFullDisk(folders, lost)).toBeUndefined();
    expect(await findFullDisk(folders, withCode('ENOSPC'))).toBe('files');
  });
});

describe('a wait for room', () => {
  it('requires clearly more than there is, and what the work is likely to need', async () => {
    const small = await planDiskWait(folders, 'files', 1);
    expect((small.disk_wanted_bytes ?? 0) - (small.disk_free_bytes ?? 0)).toBe(64 * mebibyte);
    const large = await planDiskWait(folders, 'files', 99 * mebibyte);
    expect((large.disk_wanted_bytes ?? 0) - (large.disk_free_bytes ?? 0)).toBe(99 * mebibyte);
  });

  it('knows no bytes of a disk that is not here, and lets the work find out', async () => {
    const elsewhere = await planDiskWait(folders, 'database', 1);
    expect(elsewhere).toEqual({ ...noDiskWait, disk_wait: 'database' });
    const gone = { files: [path.join(os.tmpdir(), 'no-such-folder')], database: [] };
    expect((await planDiskWait(gone, 'files', 1)).disk_wanted_bytes).toBeNull();
    const note = vi.fn(async () => {});
    expect(await isRoomMade(folders, elsewhere, note)).toBe(true);
    expect(await isRoomMade(folders, undefined, note)).toBe(true);
    expect(await isRoomMade(folders, noDiskWait, note)).toBe(true);
    expect(note).not.toHaveBeenCalled();
  });

  it('ends when there is as much room, and notes how much there is until then', async () => {
    const note = vi.fn(async (_freeBytes: number) => {});
    const wait = { disk_wait: 'files', disk_free_bytes: 0 } as const;
    expect(await isRoomMade(folders, { ...wait, disk_wanted_bytes: 1 }, note)).toBe(true);
    expect(note).not.toHaveBeenCalled();
    const huge = { ...wait, disk_wanted_bytes: 2 ** 70 };
    expect(await isRoomMade(folders, huge, note)).toBe(false);
    expect(note.mock.calls[0]?.[0]).toBeGreaterThan(0);
  });

  it('is shown for jobs in the queue alone', () => {
    const wait = { disk_wait: 'files', disk_wanted_bytes: 9, disk_free_bytes: 4 } as const;
    expect(presentDiskWait({ ...wait, state: 'queued' })).toEqual({
      disk: 'files',
      missingBytes: 5,
    });
    expect(presentDiskWait({ ...wait, disk_free_bytes: 10, state: 'queued' })?.missingBytes).toBe(
      0,
    );
    expect(presentDiskWait({ ...wait, state: 'cancelled' })).toBeNull();
    expect(presentDiskWait({ ...noDiskWait, state: 'queued' })).toBeNull();
  });
});

describe('writing to a database that accepts no connections', () => {
  it('is tried until it serves, and no longer than the process runs', async () => {
    const { signal } = new AbortController();
    const full = new DatabaseUnavailable('disk_full');
    const write = vi.fn(async () => 'written').mockRejectedValueOnce(full);
    expect(await writeWhenServed(write, signal)).toBe('written');
    const never = vi.fn(() => Promise.reject(full));
    await expect(writeWhenServed(never, AbortSignal.timeout(20))).rejects.toMatchObject(isAborted);
    const refused = new Error('a value is too long');
    await expect(writeWhenServed(() => Promise.reject(refused), signal)).rejects.toBe(refused);
  });
});
