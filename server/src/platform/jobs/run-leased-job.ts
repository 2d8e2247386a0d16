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

/** Why a try gave the work back, to be done by another one. */
export type Release =
  /** By a stop of the server. */
  | { readonly kind: 'cut-off' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'full-disk'; readonly disk: FullDisk; readonly wait: DiskWaitValues };

/** Work on a leased row, and what a feature says of its tries. */
export interface LeasedJob<Try> {
  readonly row: LeasedRow;
  /** What is done, and to what, for the log. */
  readonly said: string;
  readonly facts: object;
  /** Has every wait for room logged, and not only the first. */
  readonly logsEachWait?: boolean;
  /** Notes with the claim that a try begins. @returns what the others are given */
  begin(trx: HeldTrx, lease: Lease): Promise<Try>;
  /** Does what is left; what it writes in the end settles the lease. */
  work(begun: Try, signal: AbortSignal): Promise<void>;
  /** Written with each renewal of the lease. */
  beat?(begun: Try, trx: HeldTrx): Promise<void>;
  /** Removes what work leaves that has ended: by this try, or before it could begin. */
  clearEnded?(begun: Try | undefined): Promise<void>;
  /** After a failure: if it came because nobody wants the work any more, removes what it left. @returns whether so */
  clearUnwanted?(begun: Try, signal: AbortSignal): Promise<boolean>;
  /** @param disk the full one, where that is why */
  logFailure?(error: unknown, disk: FullDisk | undefined): void;
  /** Tells whether another try would fail in the same way. */
  isFinal?(error: unknown): boolean;
  /** Removes what can't be kept while it waits for room. @returns the bytes that it is likely to need */
  prepareWait?(begun: Try, disk: FullDisk): Promise<number>;
  /** Notes, with the release, why the work goes back into the queue. */
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
  /** The disk that was waited for before. */
  readonly waitedFor: FullDisk | null;
}

/**
 * Runs one try of the work on a leased row, and settles how it ended.
 * @throws what has the queue bring the job again
 */
export async function runLeasedJob<Try>(
  deps: RunDeps,
  job: LeasedJob<Try>,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const wait = await findDiskWait(db, job.row);
  const note = (freeBytes: number) => recordFreeBytes(db, job.row, freeBytes);
  // The queue brings it again within seconds.
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

/** @returns whether it did all there was to do */
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
    await settleFailure(deps, job, one, hold.signal.aborted ? hold.signal.reason : error, signal);
    return false;
  }
}

/** Decides between giving up, another try, a wait for room, and a try that a stop cut off. */
async function settleFailure<Try>(
  deps: RunDeps,
  job: LeasedJob<Try>,
  { lease, begun, waitedFor }: Begun<Try>,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const release = (why: Release, end: { isCounted: boolean; wait?: DiskWaitValues }) =>
    settleLease(db, lease, async (trx) => job.release?.(trx, begun, why), end);
  // Looked for at once: it may have room again soon.
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
