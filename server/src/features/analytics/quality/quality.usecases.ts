import {
  type AnalyticsRange,
  leastRankedAttempts,
  type QualityDimension,
  type QualityReport,
} from '@prahari/contract';
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
  const groups = planGroups(by, overTime, planHours(timeRange, now, zone));
  const grouped = await sumPlays(db, groups.query, { by: groups.by, atMost: mostGroups });
  const groupTimes = await countStartTimes(db, groups.query, groups.by);
  // Groups may begin earlier than the range, and are compared with what they are a part of.
  const ofGroups = { ...groups.query, dimension: 'all' } as const;
  const compared = await sumPlays(db, ofGroups, { by: 'together', atMost: 1 });
  const comparedTimes = await countStartTimes(db, ofGroups, 'together');
  return {
    timeRange,
    from: steps.from.toISOString(),
    timeZone: zone,
    stepLength: steps.stepLength,
    lastUpdated: now.toISOString(),
    countedUpTo: (await findFreshness(db))?.toISOString() ?? null,
    all: describeQuality(together.get(''), [...times.values()].flat()),
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
      describeQuality(compared.get(''), comparedTimes.get('')),
    ),
  };
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
