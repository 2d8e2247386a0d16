import {
  type AnalyticsRange,
  leastRankedAttempts,
  type QualityDimension,
  type QualityReport,
} from '@prahari/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findScopePlaces } from '../../users/index.ts';
import type { AnalyticsDeps } from '../analytics.deps.ts';
import { describeQuality, rankGroups } from '../play-quality.rules.ts';
import { planSteps } from '../report-steps.rules.ts';
import { planHours } from '../report-window.rules.ts';
import {
  countStartTimes,
  type PlayGrouping,
  type PlayQuery,
  sumPlays,
} from '../rollups/read-plays.repository.ts';
import { findFreshness } from '../rollups/read-rollups.repository.ts';
import { findSummedWeeks } from '../rollups/week-sums.repository.ts';

const mostGroups = 100;

/**
 * Describes how lessons play for the learners of the caller's scope: over time, and by groups. One
 * query after the other, as pages ask every few seconds.
 */
export async function describePlayQuality(
  { db, clock, settings }: Pick<AnalyticsDeps, 'db' | 'clock' | 'settings'>,
  caller: SessionCaller,
  { timeRange, by }: { readonly timeRange: AnalyticsRange; readonly by: QualityDimension },
): Promise<QualityReport> {
  const now = clock.now();
  const zone = settings.reportTimeZone;
  const places = findScopePlaces(caller);
  const steps = planSteps(timeRange, now, zone);
  const overTime: PlayQuery = { grain: steps.grain, from: steps.from, dimension: 'all', places };
  const sums = await sumPlays(db, overTime, { by: steps.starts, atMost: steps.starts.length });
  const times = await countStartTimes(db, overTime, steps.starts);
  const together = await sumPlays(db, overTime, { by: 'together', atMost: 1 });
  const all = describeQuality(together.get(''), [...times.values()].flat());
  const groups = planGroups(by, overTime, planHours(timeRange, now, zone));
  const { grain, from } = groups.query;
  const weeks = grain === 'day' ? await findSummedWeeks(db, from, zone) : null;
  const query = { ...groups.query, weeks };
  const found = await sumPlays(db, query, { by: groups.by, atMost: mostGroups + 1 });
  const grouped = new Map([...found].slice(0, mostGroups));
  // To name all that there are would cost more than it spares (`bench`: dashboards).
  const only = found.size > mostGroups ? [...grouped.keys()] : undefined;
  const groupTimes = await countStartTimes(db, query, groups.by, only);
  // Groups may begin earlier than the range, and are compared with what they are a part of.
  const isSameRange = from.getTime() === steps.from.getTime();
  const compared = isSameRange ? all : await describeWhole(db, { ...query, dimension: 'all' });
  return {
    timeRange,
    from: steps.from.toISOString(),
    timeZone: zone,
    stepLength: steps.stepLength,
    lastUpdated: now.toISOString(),
    countedUpTo: (await findFreshness(db))?.toISOString() ?? null,
    all,
    points: steps.starts.map((start, at) => {
      const key = String(at);
      const quality = describeQuality(sums.get(key), times.get(key));
      return {
        timestamp: start.toISOString(),
        attempts: quality.attempts,
        startP50Ms: quality.startP50Ms,
        startP95Ms: quality.startP95Ms,
        startParts: quality.startParts,
        rebufferRatio: quality.rebufferRatio,
        failureRatio: quality.failureRatio,
        exitRatio: quality.exitRatio,
        meanKbps: quality.meanKbps,
        droppedRatio: quality.droppedRatio,
      };
    }),
    by,
    groupsFrom: groups.query.from.toISOString(),
    leastAttempts: leastRankedAttempts,
    groups: rankGroups(
      new Map(
        [...grouped].map(([name, one]) => [name, describeQuality(one, groupTimes.get(name))]),
      ),
      compared,
    ),
  };
}

async function describeWhole(db: Db, query: PlayQuery) {
  const sums = await sumPlays(db, query, { by: 'together', atMost: 1 });
  const times = await countStartTimes(db, query, 'together');
  return describeQuality(sums.get(''), times.get(''));
}

/**
 * Places are known of every row, and so by minutes too; the other groups by hours. Without bounds they
 * have sums of their own: to add up those of single places takes as many times longer.
 */
function planGroups(
  by: QualityDimension,
  overTime: PlayQuery,
  hours: Pick<PlayQuery, 'grain' | 'from'>,
): { readonly query: PlayQuery; readonly by: PlayGrouping } {
  if (by === 'district' || by === 'kendra_type')
    return overTime.places === null
      ? { query: { ...overTime, dimension: by }, by: 'value' }
      : { query: overTime, by };
  const { grain, from } = hours;
  return { query: { ...overTime, grain, from, dimension: by }, by: 'value' };
}
