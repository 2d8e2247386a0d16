import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PieceTooShort } from '@prahari/media';
import { v7 as uuidv7 } from 'uuid';
import { classifyFailure } from '../../../../platform/db/failures.ts';
import { runLeavingRoom } from '../../../../platform/disk/disk-room.ts';
import { holdLease, LeaseLost } from '../../../../platform/jobs/lease.ts';
import type { WorkerDeps } from '../../ingest.deps.ts';
import { isJobRunning } from '../../processing/attempts.repository.ts';
import { isFaultOfFile, SourceMissing } from '../../processing/failure.rules.ts';
import { recordPartProgress } from '../parts.repository.ts';
import { formatHelperFolder } from '../parts.rules.ts';
import {
  findOpenJob,
  givePart,
  makeTakenPart,
  type OpenJob,
  returnTakenPart,
  type TakenPart,
  takePart,
} from '../take-part.usecases.ts';

export type HelpDeps = Pick<
  WorkerDeps,
  'db' | 'log' | 'store' | 'partStore' | 'workDir' | 'diskFolders' | 'pieceSeconds' | 'tools'
>;

export interface Helping {
  /** How many videos more this process could work on. */
  findRoom(): number;
  readonly signal: AbortSignal;
  /** How long it takes no part after it failed at one, instead of half a minute. */
  readonly restMs?: number;
}

/** As often as the queue is asked for jobs. */
const lookAgainMs = 2000;
/** A disk that is full, or a program that fails, will be so for a while. */
const usualRestMs = 30_000;

/**
 * Makes parts of videos that other workers have, one at a time, while this process has no video of
 * its own to work on. Ends with its signal.
 */
export async function helpEncoding(deps: HelpDeps, helping: Helping): Promise<void> {
  const { signal, restMs = usualRestMs } = helping;
  const helper = createHelper(deps, signal);
  const rest = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const end = helping.findRoom() > 0 ? await helper.help() : 'nothing';
    if (end === 'nothing') await rest(lookAgainMs);
    if (end === 'failed') await rest(restMs);
  }
  await helper.clear();
}

/** A job of another worker, whose source is here. */
interface Joined {
  readonly jobId: string;
  readonly folder: string;
  readonly inputPath: string;
}

function createHelper(deps: HelpDeps, signal: AbortSignal) {
  const { db, log, workDir, tools } = deps;
  const own = formatHelperFolder(uuidv7());
  let joined: Joined | undefined;

  async function remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    // It stays where others work in it.
    await rmdir(path.dirname(folder)).catch(() => undefined);
  }

  async function clear(): Promise<void> {
    if (joined) await remove(joined.folder);
    joined = undefined;
  }

  /** Fetches the source before a part is taken, so that no part is held meanwhile. */
  async function join({ jobId, sourceName }: OpenJob): Promise<Joined> {
    if (joined?.jobId === jobId) return joined;
    await clear();
    const folder = path.join(workDir, jobId, own);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const copy = path.join(folder, 'source', sourceName);
      const inputPath = await runLeavingRoom(deps.diskFolders, signal, (ending) =>
        deps.store.fetch(sourceName, copy, ending),
      );
      if (inputPath === null) throw new SourceMissing();
      joined = { jobId, folder, inputPath };
      return joined;
    } catch (error) {
      await remove(folder);
      throw error;
    }
  }

  async function make(
    taken: TakenPart,
    { folder, inputPath }: Joined,
    { stopped, onFraction }: { stopped: AbortSignal; onFraction: (fraction: number) => void },
  ): Promise<void> {
    const outDir = path.join(folder, 'made');
    await rm(outDir, { recursive: true, force: true });
    await mkdir(outDir, { recursive: true, mode: 0o700 });
    await runLeavingRoom(deps.diskFolders, stopped, async (ending) => {
      const copyDir = path.join(folder, 'copy');
      const onProgress = ({ fraction }: { fraction: number }) => onFraction(fraction);
      const use = { inputPath, copyDir, outDir, tools, signal: ending, onProgress };
      await makeTakenPart(taken, use);
    });
    await givePart(deps, taken, outDir);
    await rm(outDir, { recursive: true, force: true });
  }

  async function work(taken: TakenPart, on: Joined): Promise<'made' | 'failed'> {
    const { id, lease } = taken;
    let fraction = 0;
    using hold = holdLease(deps, lease, (trx) => recordPartProgress(trx, id, fraction));
    const facts = { jobId: taken.jobId, part: taken.part.name };
    try {
      await make(taken, on, {
        stopped: AbortSignal.any([signal, hold.signal]),
        onFraction(now) {
          fraction = now;
        },
      });
      return 'made';
    } catch (error) {
      if (hold.signal.aborted || error instanceof LeaseLost) {
        log.info(facts, 'a part was cancelled or taken over');
        return 'made';
      }
      const isFault = error instanceof PieceTooShort || isFaultOfFile(error);
      if (!signal.aborted) log.warn({ err: error, ...facts }, 'a part could not be made here');
      const why = isFault ? 'fault' : 'failed';
      await returnTakenPart(deps, taken, signal.aborted ? 'stopped' : why);
      // The next one begins with a new copy of the source.
      await clear();
      return isFault ? 'made' : 'failed';
    }
  }

  return {
    clear,

    /** Makes one part, if there is one. */
    async help(): Promise<'made' | 'nothing' | 'failed'> {
      try {
        const job = await findOpenJob(deps, tools);
        if (!job) {
          if (joined && !(await isJobRunning(db, joined.jobId))) await clear();
          return 'nothing';
        }
        const on = await join(job);
        const taken = await takePart(deps, tools, { jobId: job.jobId });
        return taken ? await work(taken, on) : 'nothing';
      } catch (error) {
        // The watch over the database logs that it is away.
        if (!signal.aborted && !classifyFailure(error) && !(error instanceof LeaseLost)) {
          log.warn({ err: error }, 'parts could not be looked for');
        }
        return 'failed';
      }
    },
  };
}
