import { type AnalyticsRange, basePath, endpoints, type SignInAnalytics } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AnalyticsDeps } from '../analytics.deps.ts';
import { planSteps } from '../report-steps.rules.ts';
import {
  countEventsByHours,
  countEventsBySteps,
  findFreshness,
} from '../rollups/read-rollups.repository.ts';
import { listHours, signInEvents, summarizeSignIns } from './sign-ins.rules.ts';

const { account, auth } = endpoints;
/** Calls by which users sign in, as the limit of calls names them. */
const signInRoutes = [auth.login, account.secondFactor, account.passkeySignIn].map(
  ({ path }) => `${basePath}${path}`,
);

/** Describes how users of the caller's scope signed in within a range of time. */
export async function describeSignIns(
  { db, clock, settings, system }: Pick<AnalyticsDeps, 'db' | 'clock' | 'settings' | 'system'>,
  caller: SessionCaller,
  timeRange: AnalyticsRange,
): Promise<SignInAnalytics> {
  const now = clock.now();
  const zone = settings.reportTimeZone;
  const steps = planSteps(timeRange, now, zone);
  const { grain, starts, from, stepLength } = steps;
  const which = { names: signInEvents, places: findScopePlaces(caller) };
  // Of longer ranges hours are many, and those of a week say when to expect most.
  const week = planSteps('7d', now, zone).from;
  const hoursFrom = from < week ? week : from;
  const countedUpTo = await findFreshness(db);
  const bySteps = await countEventsBySteps(db, { ...which, grain }, starts);
  const byHours = await countEventsByHours(
    db,
    // Days hold no hours.
    { ...which, grain: grain === 'minutes' ? grain : 'hour' },
    { from: hoursFrom, zone },
  );
  return {
    timeRange,
    from: from.toISOString(),
    to: now.toISOString(),
    timeZone: zone,
    stepLength,
    ...summarizeSignIns(steps, bySteps, signInRoutes),
    hoursFrom: hoursFrom.toISOString(),
    hours: listHours(byHours, signInRoutes),
    duration: await system().measureSignIns(from, now),
    lastUpdated: now.toISOString(),
    countedUpTo: countedUpTo?.toISOString() ?? null,
  };
}
