import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Crew, Hands, Offer, Part, PartMaker } from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import {
  claimLease,
  holdLease,
  type Lease,
  LeaseTaken,
  writeWithLease,
} from '../../../platform/jobs/lease.ts';
import type { WorkerDeps } from '../ingest.deps.ts';
import { creditRunner, findPartGiver, markRunner } from '../runners/judge-result.usecases.ts';
import { fetchPartFiles, removePartFiles } from './part-files.usecases.ts';
import {
  findPartFiles,
  listParts,
  offerParts,
  ownPartToLease,
  type PartStep,
  type PlanKey,
  refuseMadePart,
  removePart,
  removePartsOfJob,
} from './parts.repository.ts';
import { computeElsewhere, type PartStanding, planMove } from './parts.rules.ts';

export type ShareDeps = Pick<WorkerDeps, 'db' | 'clock' | 'log' | 'partStore'>;

/** The try of a job whose parts are shared. */
export interface SharedTry {
  readonly jobId: string;
  /** On the job: who loses it can't change its parts. */
  readonly lease: Lease;
  readonly step: PartStep;
  /** On the file system of its results. */
  readonly scratchDir: string;
  readonly signal: AbortSignal;
}

/** Less than a part takes, and more than a query does. */
const lookAgainMs = 500;

/**
 * Shares the parts of a video with all workers, by the database: this one makes them from the
 * beginning, others from the end, and what they made is fetched and checked here. A part whose
 * worker died is taken when its lease has run out, so nothing waits for others for long.
 */
export function createCrew(deps: ShareDeps, run: SharedTry): Crew {
  const { db, log } = deps;
  const { jobId, lease, signal } = run;
  const wanted = new Map<string, Part>();
  let plan: PlanKey | undefined;
  /** Parts of a later offer come first. */
  let place = 0;
  let own: string | undefined;

  async function offer({ fingerprint, encoder, parts, kept, gainsDb }: Offer): Promise<void> {
    plan = { jobId, fingerprint };
    const missing = parts.filter(({ name }) => !kept.has(name));
    place -= parts.length;
    const rows = parts.map(({ name, weight }, index) => ({
      id: uuidv7(),
      name,
      weight,
      place: place + index,
    }));
    const offered = { ...plan, step: run.step, encoder, gainsDb };
    const change = {
      parts: rows.filter(({ name }) => !kept.has(name)),
      kept: [...kept],
    };
    await writeWithLease(db, lease, (trx) => offerParts(trx, offered, change));
    for (const part of missing) wanted.set(part.name, part);
  }

  async function fetch(hands: Hands, row: PartStanding, part: Part): Promise<void> {
    const dir = path.join(run.scratchDir, `of-others-${part.name}`);
    const giver = await findPartGiver(deps, row.id);
    const end = await fetchAndKeep(hands, row, part, { dir, maker: giver ? 'stranger' : 'worker' });
    if (end === 'kept') {
      wanted.delete(part.name);
      if (giver) await writeWithLease(db, lease, (trx) => creditRunner(trx, row.id, giver));
      return;
    }
    signal.throwIfAborted();
    log.warn({ jobId, part: part.name }, 'a part that another made is made again');
    await writeWithLease(db, lease, async (trx) => {
      // What our own store lost is no fault of a runner.
      if (giver && end === 'refused') await markRunner(deps, trx, giver);
      await refuseMadePart(trx, row.id);
    });
    await rm(dir, { recursive: true, force: true });
  }

  async function fetchAndKeep(
    hands: Hands,
    { id }: PartStanding,
    part: Part,
    { dir, maker }: { dir: string; maker: PartMaker },
  ): Promise<'kept' | 'missing' | 'refused'> {
    const made = await findPartFiles(db, id);
    if (!made) return 'missing';
    const stored = { ...made, jobId, partId: id };
    const isWhole = await fetchPartFiles(deps, stored, dir, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      log.warn({ err: error, jobId, part: part.name }, 'a part could not be fetched');
      return false;
    });
    if (!isWhole) return 'missing';
    return (await hands.keep(part, dir, maker)) ? 'kept' : 'refused';
  }

  /** @returns whether this worker has made it, or may look for another */
  async function claimAndMake(hands: Hands, row: PartStanding, part: Part): Promise<boolean> {
    const claimed = await claimLease(db, ownPartToLease(row.id)).catch((error: unknown) => {
      if (error instanceof LeaseTaken) return undefined;
      throw error;
    });
    if (!claimed) return false;
    using hold = holdLease(deps, claimed);
    own = row.id;
    try {
      await hands.make(part, AbortSignal.any([signal, hold.signal]));
    } catch (error) {
      // This process was stopped for so long that another took the part.
      if (hold.signal.aborted && !signal.aborted) return true;
      throw error;
    } finally {
      own = undefined;
    }
    wanted.delete(part.name);
    await writeWithLease(db, lease, (trx) => removePart(trx, row.id));
    return true;
  }

  async function step(hands: Hands, on: PlanKey): Promise<void> {
    const move = planMove(new Set(wanted.keys()), await listParts(db, on));
    for (const row of move.fetch) {
      const part = wanted.get(row.name);
      if (part) await fetch(hands, row, part);
    }
    for (const name of move.make) {
      const part = wanted.get(name);
      if (part) await hands.make(part, signal);
      wanted.delete(name);
    }
    for (const row of move.claim) {
      const part = wanted.get(row.name);
      if (part && (await claimAndMake(hands, row, part))) return;
    }
    if (move.fetch.length === 0 && move.make.length === 0) {
      await delay(lookAgainMs, undefined, { signal });
    }
  }

  return {
    offer,
    async finish(hands) {
      if (!plan) return;
      const on = plan;
      using _ = watchElsewhere(deps, async () => {
        const rows = await listParts(db, on);
        hands.onElsewhere(computeElsewhere(new Set(wanted.keys()), rows, own));
      });
      while (wanted.size > 0) {
        signal.throwIfAborted();
        await step(hands, on);
      }
    },
    async withdraw() {
      wanted.clear();
      await clearParts(deps, run);
    },
  };
}

/** As often as the progress of the job is written. */
const watchEveryMs = 1000;

function watchElsewhere({ log }: ShareDeps, look: () => Promise<void>): Disposable {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'parts could not be looked at'))
      .finally(() => {
        isLooking = false;
      });
  }, watchEveryMs);
  return {
    [Symbol.dispose](): void {
      clearInterval(timer);
    },
  };
}

/** Removes all that is left of the parts of a job, when they are joined or no longer wanted. */
export async function clearParts(
  deps: ShareDeps,
  { jobId, lease }: Pick<SharedTry, 'jobId' | 'lease'>,
): Promise<void> {
  await writeWithLease(deps.db, lease, (trx) => removePartsOfJob(trx, jobId));
  await removePartFiles(deps, jobId);
}
