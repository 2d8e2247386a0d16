import { driveLoad, type Learners, startLearners } from '@prahari/virtual-learners';
import {
  type HeldTrx,
  holdLease,
  type Lease,
  LeaseLost,
  settleLease,
} from '../../../platform/jobs/lease.ts';
import type { SystemDeps } from '../system.deps.ts';
import { endLoadRun, saveLoadProgress } from './load-tests.repository.ts';
import { type By, storeLoadTestWithin } from './store-load-tests.usecases.ts';

type RunnerDeps = Pick<SystemDeps, 'db' | 'clock' | 'log' | 'users' | 'origins' | 'listensAt'>;

/** What is to be carried out. */
interface Run {
  readonly id: string;
  readonly video_id: string;
  readonly learners: number;
  readonly seconds: number;
}

/** Carries load tests out, each in a process of its own, as long as this one holds their lease. */
export interface LoadRunner {
  begin(lease: Lease, run: Run, by: By): void;
  /** Ends what runs, and removes its learners. */
  stop(): Promise<void>;
}

/** Beside the time of watching: a hash of the password for each learner, on a slow machine. */
const mostBesideMs = 180_000;
/** Learners of a run that was killed stay so long. */
const learnersKeptMs = 30_000;
const keepEveryMs = 10_000;
const mostFailureCharacters = 300;

class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

export function createLoadRunner(deps: RunnerDeps): LoadRunner {
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    begin(lease, run, by) {
      const done = carryOut(deps, { lease, run, by, stopped: stopped.signal })
        .catch((error: unknown) => deps.log.error({ err: error }, 'a load test could not be ended'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async stop() {
      stopped.abort(new RunStopped('the server was stopped'));
      await Promise.all(running);
    },
  };
}

interface Held {
  readonly lease: Lease;
  readonly run: Run;
  readonly by: By;
  readonly stopped: AbortSignal;
}

async function carryOut(deps: RunnerDeps, { lease, run, by, stopped }: Held): Promise<void> {
  const { db, clock, users } = deps;
  const progress = createProgress(deps, run.id);
  using hold = holdLease(deps, lease, progress.save);
  const tooLong = AbortSignal.timeout(run.seconds * 1000 + mostBesideMs);
  const signal = AbortSignal.any([hold.signal, stopped, tooLong]);
  let learners: Learners | undefined;
  try {
    const accounts = await users.throwaways.make(
      {
        purpose: 'load-test',
        ownerId: run.id,
        expiresAt: new Date(clock.now().getTime() + learnersKeptMs),
      },
      Array.from({ length: run.learners }, () => ({ name: 'Load test', userType: 'LEARNER' })),
    );
    signal.throwIfAborted();
    progress.enter('signing-in');
    learners = await startLearners({ isInBackground: true, onProgress: progress.note });
    const { report } = await unlessAborted(
      signal,
      driveLoad(learners, {
        profile: 'classroom',
        accounts,
        lesson: { ...findCallAddress(deps), videoId: run.video_id },
        seconds: run.seconds,
        onJoined: () => progress.enter('watching'),
      }),
    );
    await settleLease(db, lease, async (trx) => {
      await storeLoadTestWithin(deps, trx, by, report);
      const { requests, failed } = report;
      await endLoadRun(trx, run.id, { state: 'done', requests, failed, ended_at: clock.now() });
    });
  } catch (error) {
    await recordFailure(deps, lease, run.id, { error, tooLong });
  } finally {
    await learners?.stop();
    await users.throwaways.removeOf(run.id);
  }
}

/** Records why it ended, unless it was cancelled or taken over. */
async function recordFailure(
  { db, clock, log }: Pick<RunnerDeps, 'db' | 'clock' | 'log'>,
  lease: Lease,
  id: string,
  { error, tooLong }: { readonly error: unknown; readonly tooLong: AbortSignal },
): Promise<void> {
  if (error instanceof LeaseLost) return;
  const isRefused = !tooLong.aborted && !(error instanceof RunStopped);
  if (isRefused) log.warn({ err: error, loadTest: id }, 'a load test failed');
  const failure = tooLong.aborted ? 'too_long' : isRefused ? 'refused' : 'interrupted';
  const said = error instanceof Error ? error.message : String(error);
  await settleLease(db, lease, (trx) =>
    endLoadRun(trx, id, {
      state: 'failed',
      failure,
      ...(isRefused ? { failure_text: said.slice(0, mostFailureCharacters) } : {}),
      ended_at: clock.now(),
    }),
  ).catch((late: unknown) => {
    if (!(late instanceof LeaseLost)) throw late;
  });
}

/** Counts over all phases, and saves it with each renewal of the lease. */
function createProgress({ clock, users }: Pick<RunnerDeps, 'clock' | 'users'>, id: string) {
  let phase: 'preparing' | 'signing-in' | 'watching' = 'preparing';
  const before = { requests: 0, failed: 0 };
  let since = clock.now();
  let now = { requests: 0, failed: 0 };
  let keptAtMs = performance.now();
  return {
    enter(next: typeof phase): void {
      phase = next;
      since = clock.now();
      before.requests += now.requests;
      before.failed += now.failed;
      now = { requests: 0, failed: 0 };
    },
    note({ requests, failures }: { requests: number; failures: number }): void {
      now = { requests, failed: failures };
    },
    async save(trx: HeldTrx): Promise<void> {
      const requests = before.requests + now.requests;
      const failed = before.failed + now.failed;
      await saveLoadProgress(trx, id, { phase, phase_since: since, requests, failed });
      if (performance.now() - keptAtMs < keepEveryMs) return;
      keptAtMs = performance.now();
      await users.throwaways.keep(trx, id, new Date(clock.now().getTime() + learnersKeptMs));
    },
  };
}

/**
 * Finds the address that learners call: behind a proxy with TLS, this process as the proxy calls
 * it.
 */
function findCallAddress({ origins, listensAt }: Pick<RunnerDeps, 'origins' | 'listensAt'>) {
  const place = listensAt();
  const [origin] = origins();
  if (!place || origin === undefined) throw new Error('this process answers no requests');
  return { origin, ...place };
}

/** Rejects when the signal aborts, with its reason. */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}
