import type { LoadReport } from '@prahari/contract';
import type { Learners } from './learners.ts';
import type { Account, Lesson } from './learners-plan.ts';

export interface LoadPlan {
  readonly profile: LoadReport['profile'];
  readonly accounts: readonly Account[];
  readonly lesson: Lesson;
  /** How long they watch, once all have signed in. */
  readonly seconds: number;
  /** Told when all have signed in. */
  onJoined?(): void;
}

/** The report, and what the first request that failed was answered. */
export interface LoadResult {
  readonly report: LoadReport;
  readonly firstFailure: string | null;
}

/** A time of the learners' process: longer ones would gather too many latencies in memory. */
const sliceSeconds = 600;

/** Has learners sign in and watch, and adds up how they were answered. */
export async function driveLoad(learners: Learners, plan: LoadPlan): Promise<LoadResult> {
  const { profile, accounts, lesson, seconds } = plan;
  const startedAt = new Date();
  const joined = await learners.join(accounts, lesson);
  plan.onJoined?.();
  const watched = [];
  for (let left = seconds; left > 0; left -= sliceSeconds)
    watched.push(await learners.watch(Math.min(sliceSeconds, left)));
  const steps = [
    { step: 'sign-in', parts: [joined.signIn] },
    { step: 'opening', parts: [joined.opening, ...watched.map(({ opening }) => opening)] },
    { step: 'segment', parts: watched.map(({ segment }) => segment) },
    { step: 'heartbeat', parts: watched.map(({ heartbeat }) => heartbeat) },
  ].map(({ step, parts }) => {
    const known = parts.filter(({ count }) => count > 0);
    // Of several slices, the worst.
    const worst = (of: 'p50Ms' | 'p95Ms' | 'p99Ms') => Math.max(0, ...known.map((one) => one[of]));
    return {
      step,
      requests: known.reduce((sum, { count }) => sum + count, 0),
      failed: 0,
      p50Ms: worst('p50Ms'),
      p95Ms: worst('p95Ms'),
      p99Ms: worst('p99Ms'),
    };
  });
  const failed = watched.reduce((sum, { failures }) => sum + failures, 0);
  const requests = steps.reduce((sum, one) => sum + one.requests, 0) + failed;
  const asked = steps.filter(({ step }) => step === 'segment' || step === 'heartbeat');
  const report = {
    profile,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    learners: accounts.length,
    requests,
    failed,
    perSecond: asked.reduce((sum, one) => sum + one.requests, 0) / seconds,
    steps,
  };
  const firstFailure = watched.find((one) => one.firstFailure !== null)?.firstFailure ?? null;
  return { report, firstFailure };
}
