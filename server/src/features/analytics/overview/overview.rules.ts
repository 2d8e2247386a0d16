import type {
  AnalyticsChanges,
  AnalyticsMetric,
  AnalyticsMetrics,
  AnalyticsOverview,
} from '@prahari/contract';
import type { UploadCounts, Uptime } from '../ports.ts';
import type { Steps } from '../report-steps.rules.ts';

/** Figures as they are known of a range; null where they are not. */
export type KnownMetrics = Readonly<Record<AnalyticsMetric, number | null>>;

/** Computes by how much each figure is above the range before. */
export function compareMetrics(metrics: AnalyticsMetrics, before: KnownMetrics): AnalyticsChanges {
  const change = (name: AnalyticsMetric) => {
    const [now, then] = [metrics[name], before[name]];
    return now === null || then === null ? null : now - then;
  };
  return {
    totalUsers: change('totalUsers'),
    activeUsers: change('activeUsers'),
    totalUploads: change('totalUploads'),
    successfulUploads: change('successfulUploads'),
    failedUploads: change('failedUploads'),
    averageSessionDuration: change('averageSessionDuration'),
    systemUptime: change('systemUptime'),
    totalTeams: change('totalTeams'),
  };
}

/** Computes the minutes of an average session; null without any. */
export function averageMinutes({
  sessions,
  seconds,
}: {
  readonly sessions: number;
  readonly seconds: number;
}): number | null {
  return sessions === 0 ? null : seconds / sessions / 60;
}

/** Computes the uptime in percent; null where no minute is known. */
export function computeUptime({
  servedMinutes,
  minutes,
}: Pick<Uptime, 'servedMinutes' | 'minutes'>): number | null {
  return minutes === 0 ? null : (Math.min(servedMinutes, minutes) / minutes) * 100;
}

/** Says since when the uptime is measured and for how long it was down; null where nothing is known. */
export function describeUptime({
  servedMinutes,
  minutes,
  since,
}: Uptime): AnalyticsOverview['uptime'] {
  if (minutes === 0 || since === null) return null;
  const downMinutes = Math.round(Math.max(0, minutes - servedMinutes));
  return { since: since.toISOString(), downMinutes };
}

type Points = AnalyticsOverview['chartData']['userGrowth'];

/** Lists a value for each step, zero where nothing was counted. */
export function listPoints(
  { starts }: Pick<Steps, 'starts'>,
  counted: readonly { readonly step: number; readonly count: number }[],
): Points {
  const sums = new Map<number, number>();
  for (const { step, count } of counted) sums.set(step, (sums.get(step) ?? 0) + count);
  return starts.map((start, step) => ({
    timestamp: start.toISOString(),
    value: sums.get(step) ?? 0,
  }));
}

export const noUploads: UploadCounts = { total: 0, completed: 0, failed: 0 };

/** Writes the name of an event as English words: `sign-in.refused` is 'Sign-in refused'. */
export function writeEventName(name: string): string {
  const words = name
    .replaceAll('.', ' ')
    .replaceAll('-', ' ')
    .replace(/^sign in/u, 'sign-in');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
