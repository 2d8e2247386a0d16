import type { PerformanceOverview, PerformancePoint, PerformanceRange } from '@prahari/contract';
import { findPercentileMs, type LatencyCounts } from '../../../platform/metrics/latency-bins.ts';
import type { CallSums, CallsAt, ProcessesAt, Span } from './performance.repository.ts';

const spanMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** For each range, how many steps of what length it has. */
const stepsOfRange = {
  '1h': { span: 'minute', steps: 60 },
  '24h': { span: 'hour', steps: 24 },
  '7d': { span: 'hour', steps: 7 * 24 },
  '30d': { span: 'day', steps: 30 },
  '90d': { span: 'day', steps: 90 },
} as const satisfies Record<PerformanceRange, { span: Span; steps: number }>;

/** Returns the start of the period in which a moment lies (UTC). */
export function truncate(at: Date, span: Span): Date {
  return new Date(Math.floor(at.getTime() / spanMs[span]) * spanMs[span]);
}

/**
 * Plans the steps of a range. The last one is the one that has begun; of minutes, which are recorded
 * when they are over, the one before.
 */
export function planSteps(range: PerformanceRange, now: Date) {
  const { span, steps } = stepsOfRange[range];
  const stepMs = spanMs[span];
  const last = truncate(now, span).getTime() - (span === 'minute' ? stepMs : 0);
  const starts = Array.from(
    { length: steps },
    (_, at) => new Date(last - (steps - 1 - at) * stepMs),
  );
  const from = starts[0] ?? now;
  const to = new Date(Math.min(now.getTime(), last + stepMs));
  return { span, stepMs, starts, from, to };
}

const dayMs = spanMs.day;

/**
 * Plans from which records a period is measured: single minutes of the last day, whole hours before.
 * The last full minute may not be written yet, and is left out.
 */
export function planMinutes(from: Date, to: Date, now: Date) {
  const lastWritten = truncate(now, 'minute').getTime() - spanMs.minute;
  const end = Math.min(truncate(to, 'minute').getTime(), lastWritten);
  const minutesFrom = truncate(new Date(now.getTime() - dayMs), 'hour').getTime();
  const isRecent = from.getTime() >= minutesFrom;
  const span = isRecent ? 'minute' : 'hour';
  const begin = Math.min(truncate(from, span).getTime(), end);
  // An earlier period has whole hours only.
  const last = end > minutesFrom ? end : truncate(new Date(end), 'hour').getTime();
  return {
    from: new Date(begin),
    minutesFrom: new Date(Math.min(Math.max(begin, minutesFrom), last)),
    to: new Date(last),
  };
}

/**
 * Decides from when on periods are folded again: the one before the last, because minutes may be
 * written late, but none that lost its beginning to retention.
 */
export function findFoldStart(
  lastFolded: Date | null,
  into: Exclude<Span, 'minute'>,
  oldestKept: Date,
): Date {
  const oldestWhole = truncate(new Date(oldestKept.getTime() + spanMs[into] - 1), into);
  if (lastFolded === null) return oldestWhole;
  const before = lastFolded.getTime() - spanMs[into];
  return new Date(Math.max(before, oldestWhole.getTime()));
}

type Sums = Pick<CallSums, 'calls' | 'failed'> & LatencyCounts;
const nothing: Sums = { calls: 0, failed: 0, bins: [], counts: [] };

/** Describes sums as rates and percentiles. */
export function describeFigures(sums: Sums | undefined, seconds: number) {
  const { calls, failed, ...latencies } = sums ?? nothing;
  return {
    count: calls,
    perSecond: calls / Math.max(1, seconds),
    errorRatio: calls === 0 ? null : failed / calls,
    p50Ms: findPercentileMs(latencies, 0.5),
    p95Ms: findPercentileMs(latencies, 0.95),
    p99Ms: findPercentileMs(latencies, 0.99),
  };
}

/** Lists the calls of each route, the slowest first. */
export function describeRoutes(
  sums: readonly CallSums[],
  seconds: number,
): PerformanceOverview['routes'] {
  return sums
    .filter(({ kind }) => kind === 'call')
    .map((sum) => ({ route: sum.route, limited: sum.limited, ...describeFigures(sum, seconds) }))
    .sort((a, b) => (b.p95Ms ?? 0) - (a.p95Ms ?? 0) || a.route.localeCompare(b.route));
}

/** Describes one point of the charts; unknown is null and not zero. */
export function describePoint(
  start: Date,
  seconds: number,
  calls: readonly CallsAt[],
  processes: ProcessesAt | undefined,
): PerformancePoint {
  const of = (kind: CallsAt['kind']) => calls.find((one) => one.kind === kind);
  const [all, segments, signIns] = [of('all'), of('segment'), of('sign_in')];
  const figures = describeFigures(all, seconds);
  // Without any minute of any process nothing is known; with one, no sums mean no calls.
  const orZero = (value: number | undefined) => (processes ? (value ?? 0) : null);
  const perSecond = (value: number | undefined) => orZero((value ?? 0) / Math.max(1, seconds));
  return {
    at: start.toISOString(),
    callsPerSecond: perSecond(all?.calls),
    errorRatio: figures.errorRatio,
    p50Ms: figures.p50Ms,
    p95Ms: figures.p95Ms,
    p99Ms: figures.p99Ms,
    loopDelayP99Ms: processes?.loopP99Ms ?? null,
    memoryBytes: processes?.memoryBytes ?? null,
    cpuShare: processes?.cpuShare ?? null,
    poolBusy: processes?.poolBusy ?? null,
    poolWaiting: processes?.poolWaiting ?? null,
    jobsReady: processes?.jobsReady ?? null,
    jobsActive: processes?.jobsActive ?? null,
    segmentsPerSecond: perSecond(segments?.calls),
    segmentBytesPerSecond: perSecond(segments?.bytes),
    segmentP95Ms: segments ? findPercentileMs(segments, 0.95) : null,
    signIns: orZero(signIns?.calls),
    signInP95Ms: signIns ? findPercentileMs(signIns, 0.95) : null,
  };
}
