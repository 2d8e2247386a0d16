import type { FullDisk } from '@prahari/contract';
import type { Db } from '../db/database.ts';
import type { DiskFolders } from '../disk/disk-room.ts';
import { type DiskWaitValues, findFullDisk, isRoomMade, releaseToWait } from '../disk/disk-wait.ts';
import { InterruptedTooOften } from '../errors/interrupted-too-often.ts';
import type { Log } from '../log/log.ts';
import {
  beginWithLease,
  findDiskWait,
  type HeldTrx,
  holdLease,
  isLastTry,
  type Lease,
  type LeasedRow,
  LeaseLost,
  recordFreeBytes,
  settleLease,
} from './lease.ts';

/** Why a try gave the work back for another try. */
export type Release =
  /** The server was stopped. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'full-disk'; readonly disk: FullDisk; readonly wait: DiskWaitValues };

/** Work on a leased row, with what a feature decides about its tries. */
export interface LeasedJob<Try> {
  readonly row: LeasedRow;
  /** Names the work and its subject in the log. */
  readonly said: string;
  readonly facts: object;
  /** Logs every wait for room, not only the first. */
  readonly logsEachWait?: boolean;
  /**
   * Records, in the transaction of the claim, that a try begins. @returns what the other functions
   * receive
   */
  begin(trx: HeldTrx, lease: Lease): Promise<Try>;
  /** Does the remaining work; its last write settles the lease. */
  work(begun: Try, signal: AbortSignal): Promise<void>;
  /** Writes in the transaction of each renewal. */
  beat?(begun: Try, trx: HeldTrx): Promise<void>;
  /** Removes what finished work leaves, whether it ended in this try or before. */
  clearEnded?(begun: Try | undefined): Promise<void>;
  /**
   * After a failure: if the work is no longer wanted, removes what it left. @returns whether that
   * was the cause
   */
  clearUnwanted?(begun: Try, signal: AbortSignal): Promise<boolean>;
  /** @param disk the full disk, if that is the cause */
  logFailure?(error: unknown, disk: FullDisk | undefined): void;
  /** Tells whether another try would fail in the same way. */
  isFinal?(error: unknown): boolean;
  /**
   * Removes what can't be kept during a wait for room. @returns the bytes that the work is likely
   * to need
   */
  prepareWait?(begun: Try, disk: FullDisk): Promise<number>;
  /** Records, with the release, why the work goes back into the queue. */
  release?(trx: HeldTrx, begun: Try, why: Release): Promise<void>;
  /** Ends the work as failed, and settles the lease. */
  giveUp(begun: Try, error: unknown): Promise<void>;
}

interface RunDeps {
  readonly db: Db;
  readonly log: Log;
  readonly diskFolders: DiskFolders;
}

interface Begun<Try> {
  readonly lease: Lease;
  readonly begun: Try;
  /** The disk that the work waited for before. */
  readonly waitedFor: FullDisk | null;
}

/**
 * Runs one try of the work on a leased row, and settles how it ended.
 * @throws what makes the queue deliver the job again
 */
export async function runLeasedJob<Try>(
  deps: RunDeps,
  job: LeasedJob<Try>,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const wait = await findDiskWait(db, job.row);
  const note = (freeBytes: number) => recordFreeBytes(db, job.row, freeBytes);
  // The queue delivers it again within seconds.
  if (!(await isRoomMade(deps.diskFolders, wait, note))) {
    throw new Error(`${job.said} waits for room on a disk`);
  }
  const claimed = await beginWithLease(db, job.row, (trx, lease) => job.begin(trx, lease));
  if (claimed) {
    const one = { ...claimed, waitedFor: wait?.disk_wait ?? null };
    try {
      if (!(await runTry(deps, job, one, signal))) return;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      log.info(job.facts, `${job.said} was cancelled or taken over`);
      return;
    }
  }
  await job.clearEnded?.(claimed?.begun);
}

/** @returns whether all the work is done */
async function runTry<Try>(
  deps: RunDeps,
  job: LeasedJob<Try>,
  one: Begun<Try>,
  signal: AbortSignal,
): Promise<boolean> {
  const { lease, begun } = one;
  if (lease.isTooMany) {
    await job.giveUp(begun, new InterruptedTooOften('interrupted too often'));
    return false;
  }
  const { beat } = job;
  using hold = holdLease(deps, lease, beat && ((trx) => beat(begun, trx)));
  try {
    await job.work(begun, AbortSignal.any([signal, hold.signal]));
    return true;
  } catch (error) {
    const reason: unknown = hold.signal.aborted ? hold.signal.reason : error;
    await settleFailure(deps, job, one, { error: reason, signal });
    return false;
  }
}

/**
 * Decides what follows a failure: giving up, another try, a wait for room, or a try cut off by a
 * stop.
 */
async function settleFailure<Try>(
  deps: RunDeps,
  job: LeasedJob<Try>,
  { lease, begun, waitedFor }: Begun<Try>,
  { error, signal }: { readonly error: unknown; readonly signal: AbortSignal },
): Promise<void> {
  const { db, log } = deps;
  const release = (why: Release, end: { isCounted: boolean; wait?: DiskWaitValues }) =>
    settleLease(db, lease, async (trx) => job.release?.(trx, begun, why), end);
  // Checked at once: it may have room again soon.
  const disk = await findFullDisk(deps.diskFolders, error);
  if (await job.clearUnwanted?.(begun, signal)) return;
  if (error instanceof LeaseLost) throw error;
  if (signal.aborted) {
    log.info(job.facts, `${job.said} was cut off, and will go on`);
    await release({ kind: 'cut-off' }, { isCounted: false });
    throw error;
  }
  job.logFailure?.(error, disk);
  if (disk) {
    const expectedBytes = (await job.prepareWait?.(begun, disk)) ?? 0;
    const said = `${job.said} waits for room on a disk`;
    const write = (wait: DiskWaitValues) =>
      release({ kind: 'full-disk', disk, wait }, { isCounted: false, wait });
    const before = job.logsEachWait ? {} : { before: waitedFor };
    const { facts } = job;
    await releaseToWait(deps, { disk, expectedBytes, said, facts, write, ...before }, signal);
    throw error;
  }
  if (job.isFinal?.(error) || (await isLastTry(db, lease))) return job.giveUp(begun, error);
  await release({ kind: 'failed', error }, { isCounted: true });
  throw error;
}
