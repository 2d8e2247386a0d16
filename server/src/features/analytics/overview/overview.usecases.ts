import type { AnalyticsEvent, AnalyticsOverview, AnalyticsRange } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AnalyticsDeps } from '../analytics.deps.ts';
import { describeQuality } from '../play-quality.rules.ts';
import { planSteps, rangeMs } from '../report-steps.rules.ts';
import { sumPlays } from '../rollups/read-plays.repository.ts';
import { countEventsBySteps, findFreshness } from '../rollups/read-rollups.repository.ts';
import {
  findPastUsers,
  listRecentEvents,
  readUserCounts,
  sumSessions,
} from './overview.repository.ts';
import {
  averageMinutes,
  compareMetrics,
  computeUptime,
  describeUptime,
  listPoints,
  noUploads,
  writeEventName,
} from './overview.rules.ts';

type OverviewDeps = Pick<
  AnalyticsDeps,
  'db' | 'clock' | 'users' | 'settings' | 'ingest' | 'system'
>;
type Metrics = Pick<
  AnalyticsOverview,
  'timeRange' | 'metrics' | 'changes' | 'uptime' | 'lastUpdated' | 'countedUpTo'
>;

const mostDistricts = 50;
/** Specification, section 9. */
const usualEvents = 50;

/** Describes the figures of a range, each with its change against the range before. */
export async function describeMetrics(
  deps: OverviewDeps,
  caller: SessionCaller,
  timeRange: AnalyticsRange,
): Promise<Metrics> {
  return (await measure(deps, caller, timeRange)).found;
}

/**
 * Describes the same with charts and the latest events. One query after the other: pages ask every
 * few seconds, and players need the connections more.
 */
export async function describeOverview(
  deps: OverviewDeps,
  caller: SessionCaller,
  { timeRange, limit = usualEvents }: { timeRange: AnalyticsRange; limit?: number },
): Promise<AnalyticsOverview> {
  const { db, clock, settings, ingest } = deps;
  const zone = settings.reportTimeZone;
  const { found, districts } = await measure(deps, caller, timeRange);
  const now = clock.now();
  const steps = planSteps(timeRange, now, zone);
  const created = await countEventsBySteps(
    db,
    { grain: steps.grain, names: ['user.created'], places: findScopePlaces(caller) },
    steps.starts,
  );
  const uploads = await ingest.countUploads(caller, [...steps.starts, afterAll(now)]);
  const plays = await sumPlays(
    db,
    {
      grain: steps.grain,
      from: steps.from,
      dimension: 'all',
      places: findScopePlaces(caller),
    },
    { by: steps.starts, atMost: steps.starts.length },
  );
  return {
    ...found,
    timeZone: zone,
    stepLength: steps.stepLength,
    chartData: {
      watching: steps.starts.map((start, at) => {
        const { starts, watchSeconds } = describeQuality(plays.get(String(at)));
        return { timestamp: start.toISOString(), starts, watchSeconds };
      }),
      userGrowth: listPoints(steps, created),
      uploadActivity: listPoints(
        steps,
        uploads.map(({ total }, step) => ({ step, count: total })),
      ),
      geographicDistribution: [...districts],
    },
    realTimeEvents: (await listRealTimeEvents(deps, caller, limit)).realTimeEvents,
  };
}

/** Lists the latest events about users in the caller's scope, newest first. */
export async function listRealTimeEvents(
  { db, clock, users }: Pick<OverviewDeps, 'db' | 'clock' | 'users'>,
  caller: SessionCaller,
  limit: number,
): Promise<{ realTimeEvents: AnalyticsEvent[]; lastUpdated: string }> {
  const now = clock.now();
  const rows = await listRecentEvents(db, {
    visible: caller.userType === 'SUPER_ADMIN' ? null : users.visibleIds(caller),
    isUnbound: findScopePlaces(caller) === null,
    now,
    limit,
  });
  return {
    realTimeEvents: rows.map(({ id, name, severity, happened_at: at }) => ({
      id,
      type: name,
      message: writeEventName(name),
      severity,
      timestamp: at.toISOString(),
    })),
    lastUpdated: now.toISOString(),
  };
}

/** The last step ends behind everything that has begun. */
const afterAll = (now: Date) => new Date(now.getTime() + 1);

/** Figures of several sources are as old as the oldest; null where one has none so far. */
const findEarlier = (one: Date | null, other: Date | null) =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : null;

async function measure(
  { db, clock, settings, users, ingest, system }: OverviewDeps,
  caller: SessionCaller,
  timeRange: AnalyticsRange,
) {
  const now = clock.now();
  const before = (ranges: number) => new Date(now.getTime() - ranges * rangeMs[timeRange]);
  const [since, earlier] = [before(1), before(2)];
  const places = findScopePlaces(caller);
  const { grain, from } = planSteps(timeRange, now, settings.reportTimeZone);
  const fromEarlier = new Date(from.getTime() - rangeMs[timeRange]);

  const counts = await readUserCounts(db, { places, range: timeRange, atMost: mostDistricts });
  const countedUpTo = findEarlier(await findFreshness(db), counts.countedAt);
  const past = await findPastUsers(db, { places, range: timeRange, at: since });
  // From the first step of the charts on, as their sum stands beside this figure.
  const [uploadsBefore = noUploads, uploads = noUploads] = await ingest.countUploads(caller, [
    fromEarlier,
    from,
    afterAll(now),
  ]);
  const sessions = await sumSessions(db, { grain, from, to: afterAll(now), places });
  const sessionsBefore = await sumSessions(db, { grain, from: fromEarlier, to: from, places });
  const uptime = await system().measureUptime(since, now);
  const metrics = {
    totalUsers: counts.total,
    activeUsers: counts.active,
    totalUploads: uploads.total,
    successfulUploads: uploads.completed,
    failedUploads: uploads.failed,
    averageSessionDuration: averageMinutes(sessions),
    systemUptime: computeUptime(uptime),
    totalTeams: await users.countGroups(caller),
  };
  const changes = compareMetrics(metrics, {
    totalUsers: past?.total ?? null,
    activeUsers: past?.active ?? null,
    totalUploads: uploadsBefore.total,
    successfulUploads: uploadsBefore.completed,
    failedUploads: uploadsBefore.failed,
    averageSessionDuration: averageMinutes(sessionsBefore),
    systemUptime: computeUptime(await system().measureUptime(earlier, since)),
    // Groups that are gone left no trace.
    totalTeams: null,
  });
  const found: Metrics = {
    timeRange,
    metrics,
    changes,
    uptime: describeUptime(uptime),
    lastUpdated: now.toISOString(),
    countedUpTo: countedUpTo?.toISOString() ?? null,
  };
  return { found, districts: counts.districts };
}
