import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type RunnerPart, runnerLeaseSeconds, runnerRangeBytes } from '@prahari/contract';
import { computeLargestFiles } from '@prahari/media';
import type { Trx } from '../../../platform/db/database.ts';
import {
  type HeldTrx,
  type Lease,
  LeaseLost,
  settleLease,
  writeWithLease,
} from '../../../platform/jobs/lease.ts';
import { removeFilesOfTry } from '../parts/part-files.usecases.ts';
import { partToLease, recordMadePart, recordPartProgress } from '../parts/parts.repository.ts';
import { formatPartFileName } from '../parts/parts.rules.ts';
import { type PartTools, returnTakenPart, takePart } from '../parts/take-part.usecases.ts';
import { markRunner } from './judge-result.usecases.ts';
import { presentRunnerPart } from './runner.presenter.ts';
import type { RunnerDeps } from './runners.deps.ts';
import {
  fileTooLarge,
  fileUnknown,
  partIncomplete,
  partLost,
  rangeInvalid,
  runnersNotAllowed,
  runnerUnknown,
} from './runners.errors.ts';
import {
  deleteRunnerPart,
  findHeldPart,
  type HeldPart,
  insertRunnerPart,
  listHeldParts,
  lockRunner,
  noteRunnerSeen,
  recordGivenPart,
  recordReceivedFile,
} from './runners.repository.ts';
import { findReadableRange, isOverdue, listMissingFiles } from './runners.rules.ts';

/** Names the try of a part in each call about it. */
export interface PartTryKey {
  readonly id: string;
  readonly fence: number;
}

/** Refuses all calls about parts while no runner may have any. @throws AppError */
function requireAllowed({ systemConfig }: RunnerDeps): void {
  if (!systemConfig.current().security.remoteRunners) throw runnersNotAllowed();
}

/** Rebuilds the lease under which a runner holds a part, from the ids in its call. */
function rebuildLease({ id, fence }: PartTryKey): Lease {
  return { row: partToLease(id, runnerLeaseSeconds), fence, attempt: 0, isTooMany: false };
}

/** Writes as the runner that holds a part. @throws AppError part_lost */
function writeHeld<Result>(
  deps: RunnerDeps,
  key: PartTryKey,
  write: (trx: HeldTrx) => Promise<Result>,
): Promise<Result> {
  return writeWithLease(deps.db, rebuildLease(key), write).catch(refuseLost);
}

function refuseLost(error: unknown): never {
  if (error instanceof LeaseLost) throw partLost();
  throw error;
}

async function requireHeld(deps: RunnerDeps, runnerId: string, key: PartTryKey): Promise<HeldPart> {
  requireAllowed(deps);
  const held = await findHeldPart(deps.db, runnerId, key);
  if (!held) throw partLost();
  if (isOverdue(held, deps.clock.now())) {
    await returnRunnerPart(deps, held, 'failed');
    const { videoId } = held;
    await deps.db.transaction().execute((trx) => markRunner(deps, trx, { runnerId, videoId }));
    throw partLost();
  }
  return held;
}

/** Keeps a runner from being revoked or suspended until the transaction ends. @throws AppError */
async function requireGood(trx: Trx, runnerId: string): Promise<void> {
  const row = await lockRunner(trx, runnerId);
  if (!row || row.revoked_at !== null || row.suspended_at !== null) throw runnerUnknown();
}

/**
 * Takes a part of the pictures of a video for a runner. Of sound it gets none: it is little work,
 * and only a listener could tell whether it is right. What the runner held before is given back, as
 * by one that was killed.
 */
export async function takeRunnerPart(
  deps: RunnerDeps,
  runnerId: string,
  tools: PartTools,
): Promise<RunnerPart | null> {
  requireAllowed(deps);
  await noteRunnerSeen(deps.db, runnerId, deps.clock.now());
  for (const key of await listHeldParts(deps.db, runnerId)) {
    const held = await findHeldPart(deps.db, runnerId, key);
    if (held) await returnRunnerPart(deps, held, 'failed');
    else await deleteRunnerPart(deps.db, key);
  }
  const terms = { leaseSeconds: runnerLeaseSeconds, kind: 'pictures' } as const;
  const taken = await takePart(deps, tools, terms);
  if (taken?.part.kind !== 'pictures') return null;
  const { id, lease, part } = taken;
  const wanted = computeLargestFiles(part, taken);
  try {
    await writeHeld(deps, { id, fence: lease.fence }, async (trx) => {
      await requireGood(trx, runnerId);
      const takenAt = deps.clock.now();
      await insertRunnerPart(trx, runnerId, { id, fence: lease.fence, wanted, takenAt });
    });
  } catch (error) {
    await returnTakenPart(deps, taken, 'stopped').catch(() => undefined);
    throw error;
  }
  return presentRunnerPart(taken, wanted) ?? null;
}

/** Opens a range of the source of a part. @throws AppError */
export async function openRunnerSource(
  deps: RunnerDeps,
  runnerId: string,
  { start, end, ...key }: PartTryKey & { readonly start: number; readonly end: number },
): Promise<{ bytes: Readable; length: number }> {
  const { sourceName } = await requireHeld(deps, runnerId, key);
  const sizeBytes = await deps.store.sizeOf(sourceName);
  if (sizeBytes === null) throw partLost();
  const range = findReadableRange({ start, end }, { sizeBytes, mostBytes: runnerRangeBytes });
  if (!range) throw rangeInvalid();
  const bytes = await deps.store.openRange(sourceName, range);
  if (bytes === null) throw partLost();
  return { bytes, length: range.end - range.start + 1 };
}

/** Renews the lease of a runner on a part, and notes how far it is. @throws AppError */
export async function noteRunnerProgress(
  deps: RunnerDeps,
  runnerId: string,
  { fraction, ...key }: PartTryKey & { readonly fraction: number },
): Promise<void> {
  await requireHeld(deps, runnerId, key);
  await writeHeld(deps, key, async (trx) => {
    await recordPartProgress(trx, key.id, fraction);
    await noteRunnerSeen(trx, runnerId, deps.clock.now());
  });
}

/** Stores a file of a part, which is at most as large as its plan allows. @throws AppError */
export async function storeRunnerFile(
  deps: RunnerDeps,
  runnerId: string,
  { name, ...key }: PartTryKey & { readonly name: string },
  body: AsyncIterable<Buffer>,
): Promise<void> {
  const held = await requireHeld(deps, runnerId, key);
  const wanted = held.wanted.find((file) => file.name === name);
  if (!wanted) throw fileUnknown();
  const { maxBytes } = wanted;
  const made = { jobId: held.jobId, partId: held.id, fence: held.fence };
  const stored = formatPartFileName(made, name);
  await deps.partStore.requireSpace(maxBytes);
  await deps.partStore.remove(stored);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* counted() {
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
    if (sizeBytes === 0) throw fileUnknown();
  }
  try {
    await deps.partStore.write(stored, counted());
    const file = { name, sizeBytes, sha256: hash.digest('hex') };
    await writeHeld(deps, key, (trx) => recordReceivedFile(trx, held.id, file));
  } catch (error) {
    await removeFilesOfTry(deps, made, [name]);
    throw error;
  }
}

/** Gives a part, of which all files have come, to the worker of its video. @throws AppError */
export async function giveRunnerPart(
  deps: RunnerDeps,
  runnerId: string,
  key: PartTryKey,
): Promise<void> {
  const { received, wanted, id } = await requireHeld(deps, runnerId, key);
  const missing = listMissingFiles(wanted, received);
  if (missing.length > 0) throw partIncomplete(missing);
  await settleLease(deps.db, rebuildLease(key), async (trx) => {
    await requireGood(trx, runnerId);
    await recordMadePart(trx, id, received);
    await recordGivenPart(trx, id, deps.clock.now());
  }).catch(refuseLost);
}

/** Gives a part back that a runner holds, and did not make. @throws AppError */
export async function giveBackRunnerPart(
  deps: RunnerDeps,
  runnerId: string,
  { why, ...key }: PartTryKey & { readonly why: 'stopped' | 'failed' | 'fault' },
): Promise<void> {
  const held = await findHeldPart(deps.db, runnerId, key);
  if (!held) throw partLost();
  await returnRunnerPart(deps, held, why);
}

async function returnRunnerPart(
  deps: RunnerDeps,
  { id, fence, jobId, wanted }: HeldPart,
  why: 'stopped' | 'failed' | 'fault',
): Promise<void> {
  const refuseNothing = (error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  };
  await returnTakenPart(deps, { id, lease: rebuildLease({ id, fence }) }, why).catch(refuseNothing);
  await deleteRunnerPart(deps.db, { id, fence });
  const names = wanted.map(({ name }) => name);
  await removeFilesOfTry(deps, { jobId, partId: id, fence }, names);
}
