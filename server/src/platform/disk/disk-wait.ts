import { setTimeout as delay } from 'node:timers/promises';
import type { DiskWait, FullDisk } from '@prahari/contract';
import { classifyFailure } from '../db/failures.ts';
import type { Log } from '../log/log.ts';
import {
  type DiskFolders,
  findSpareBytes,
  HardlyAnyRoom,
  leastRoomBytes,
  readFreeBytes,
} from './disk-room.ts';

const writeAgainMs = 1000;
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'disk_full'];

/** The columns of job tables for what a job waits for. All null: for no disk. */
export interface DiskWaitValues {
  readonly disk_wait: FullDisk | null;
  /** Bytes that must be free on the disk; null if it can't be seen from here. */
  readonly disk_wanted_bytes: number | null;
  readonly disk_free_bytes: number | null;
}

export const noDiskWait = {
  disk_wait: null,
  disk_wanted_bytes: null,
  disk_free_bytes: null,
} as const satisfies DiskWaitValues;

/** Names the disk whose lack of room caused a failure; undefined for another cause. */
export function nameFullDisk(error: unknown): FullDisk | undefined {
  if (error instanceof HardlyAnyRoom) return error.disk;
  if (classifyFailure(error) === 'disk_full') return 'database';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // The last is the name used by the media tools.
  return fullCodes.includes(code) ? 'files' : undefined;
}

/** Names the disk like `nameFullDisk`; also for a database that ended because its disk, which is seen from here, is full. */
export async function findFullDisk(
  folders: DiskFolders,
  error: unknown,
): Promise<FullDisk | undefined> {
  const disk = nameFullDisk(error);
  if (disk !== undefined || classifyFailure(error) === undefined) return disk;
  const free = await readFreeBytes(folders.database);
  return free !== null && free < leastRoomBytes ? 'database' : undefined;
}

/**
 * Decides what a job that met a full disk waits for: clearly more room than there is now, after it
 * has removed what it can't keep.
 * @param expectedBytes what its work is likely to need
 */
export async function planDiskWait(
  folders: DiskFolders,
  disk: FullDisk,
  expectedBytes: number,
): Promise<DiskWaitValues> {
  const free = await readFreeBytes(folders[disk]);
  const spare = disk === 'files' ? await findSpareBytes(folders) : null;
  // Beside the database: its needs are not those of the work.
  const kept = spare !== null && spare < 0 ? -spare : 0;
  const wanted = free === null ? null : free + kept + Math.max(leastRoomBytes, expectedBytes);
  return { disk_wait: disk, disk_wanted_bytes: wanted, disk_free_bytes: free };
}

/**
 * Checks whether a job may continue, and records the free bytes while it may not. A disk that can't
 * be seen from here is tested by trying.
 * @param wait as stored in the database; undefined when there is no such job
 */
export async function isRoomMade(
  folders: DiskFolders,
  wait: DiskWaitValues | undefined,
  note: (freeBytes: number) => Promise<void>,
): Promise<boolean> {
  if (!wait || wait.disk_wait === null || wait.disk_wanted_bytes === null) return true;
  const free = await readFreeBytes(folders[wait.disk_wait]);
  if (free === null || free >= wait.disk_wanted_bytes) return true;
  await note(free);
  return false;
}

/** Presents a wait to administrators; null for a job that does not wait for a disk. */
export function presentDiskWait(row: DiskWaitValues & { readonly state: string }): DiskWait | null {
  const { disk_wait: disk, disk_wanted_bytes: wanted, disk_free_bytes: free } = row;
  if (disk === null || !waitingStates.has(row.state)) return null;
  if (wanted === null || free === null) return { disk, missingBytes: null };
  return { disk, missingBytes: Math.max(0, wanted - free) };
}

/** Its value in the tables of jobs, posters and keys. */
const waitingStates: ReadonlySet<string> = new Set(['queued', 'waiting']);

export interface Release {
  readonly disk: FullDisk;
  /** The value of its row before this try; if not given, each wait is logged. */
  readonly before?: FullDisk | null;
  /** Bytes that its work is likely to need on the disk of files. */
  readonly expectedBytes: number;
  /** Logged when the wait begins. */
  readonly said: string;
  readonly facts: object;
  /** Puts the wait into its row. */
  write(wait: DiskWaitValues): Promise<unknown>;
}

/** Puts a job that met a full disk off until there is room. */
export async function releaseToWait(
  { log, diskFolders }: { readonly log: Log; readonly diskFolders: DiskFolders },
  { disk, before, expectedBytes, said, facts, write }: Release,
  signal: AbortSignal,
): Promise<void> {
  const expected = disk === 'files' ? expectedBytes : 0;
  const wait = await planDiskWait(diskFolders, disk, expected);
  const { disk_wanted_bytes: wanted, disk_free_bytes: free } = wait;
  // If the bytes are unknown, each try fails again and would log it again.
  if (disk !== before) log.warn({ ...facts, disk, wanted, free }, said);
  await writeWhenServed(() => write(wait), signal);
}

/**
 * Writes to a database that may lack room even for that, or that stopped because of it: repeats
 * until it works.
 * @throws any other failure; AbortError
 */
export async function writeWhenServed<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (classifyFailure(error) === undefined) throw error;
      await delay(writeAgainMs, undefined, { signal });
    }
  }
}
