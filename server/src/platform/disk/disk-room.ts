import { stat, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FullDisk } from '@prahari/contract';

/**
 * How much of a disk jobs leave free, and how much more must become free before they start again.
 * PostgreSQL writes its log by 16 MiB, and stops completely if it can't.
 */
export const leastRoomBytes = 64 * 1024 ** 2;

/** Folders on the disks that may run full; an external database has none. */
export type DiskFolders = Readonly<Record<FullDisk, readonly string[]>>;

/** A job stops before it uses the last room of a disk. */
export class HardlyAnyRoom extends Error {
  override readonly name = 'HardlyAnyRoom';
  readonly disk: FullDisk;

  constructor(disk: FullDisk) {
    super(`hardly any room is left on the disk of the ${disk}`);
    this.disk = disk;
  }
}

/** A disk that holds a folder. */
export interface Room {
  readonly device: number;
  readonly freeBytes: number;
}

/** Checks those of the folders that exist. */
async function findRooms(folders: readonly string[]): Promise<Room[]> {
  const rooms: Room[] = [];
  for (const folder of folders) {
    try {
      const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
      rooms.push({ device: dev, freeBytes: bavail * bsize });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return rooms;
}

/**
 * Returns the free bytes of the fullest disk that holds one of these folders; null when none
 * exists.
 */
export async function readFreeBytes(folders: readonly string[]): Promise<number | null> {
  const rooms = await findRooms(folders);
  return rooms.length === 0 ? null : Math.min(...rooms.map(({ freeBytes }) => freeBytes));
}

/** @throws HardlyAnyRoom */
export async function requireRoom(folders: DiskFolders, disk: FullDisk): Promise<void> {
  const free = await readFreeBytes(folders[disk]);
  if (free !== null && free < leastRoomBytes) throw new HardlyAnyRoom(disk);
}

/**
 * Returns how many bytes files may still take before the disk of the database has less than it
 * needs; null where none of them lies on that disk.
 */
export function computeSpareBytes(
  files: readonly Room[],
  database: readonly Room[],
): number | null {
  const devices = new Set(database.map(({ device }) => device));
  const shared = files.filter(({ device }) => devices.has(device));
  if (shared.length === 0) return null;
  return Math.min(...shared.map(({ freeBytes }) => freeBytes)) - leastRoomBytes;
}

const slowestLookMs = 1000;
const fastestLookMs = 50;
/** A packager that copies writes no faster. */
const mostBytesPerMs = 1024 ** 2;

/**
 * Chooses the time of the next check: the less room is left, the sooner, so that no tool takes the
 * database's own room before it.
 */
export function lookAgainAfterMs(spareBytes: number | null): number {
  if (spareBytes === null) return slowestLookMs;
  return Math.min(slowestLookMs, Math.max(fastestLookMs, spareBytes / mostBytesPerMs));
}

/** Returns the same as `computeSpareBytes`, of the disks as they are. */
export async function findSpareBytes(folders: DiskFolders): Promise<number | null> {
  if (folders.database.length === 0) return null;
  return computeSpareBytes(await findRooms(folders.files), await findRooms(folders.database));
}

async function watchRoom(folders: DiskFolders, low: AbortController, ended: AbortSignal) {
  while (!ended.aborted) {
    const spare = await findSpareBytes(folders);
    if (spare !== null && spare < 0) return low.abort(new HardlyAnyRoom('files'));
    await delay(lookAgainAfterMs(spare), undefined, { signal: ended }).catch(() => undefined);
  }
}

/**
 * Runs work that writes files, and ends it before it uses the room that a database on the same disk
 * needs: such a database could not even start again.
 * @param work aborts at its signal, which also follows `signal`
 * @throws HardlyAnyRoom; what the work throws otherwise
 */
export async function runLeavingRoom<Result>(
  folders: DiskFolders,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (folders.database.length === 0) return work(signal);
  const spare = await findSpareBytes(folders);
  if (spare !== null && spare < 0) throw new HardlyAnyRoom('files');
  const low = new AbortController();
  const ended = new AbortController();
  const watch = watchRoom(folders, low, ended.signal).catch((error: unknown) => low.abort(error));
  try {
    return await work(AbortSignal.any([signal, low.signal]));
  } catch (error) {
    throw low.signal.aborted && !signal.aborted ? low.signal.reason : error;
  } finally {
    ended.abort();
    await watch;
  }
}
