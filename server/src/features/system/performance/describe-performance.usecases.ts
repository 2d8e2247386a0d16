import type {
  PerformanceOverview,
  PerformanceRange,
  PerformanceSeries,
  SignInAnalytics,
} from '@prahari/contract';
import type { SystemDeps } from '../system.deps.ts';
import {
  countServedMinutes,
  listCallsOverTime,
  listLatestProcesses,
  listProcessesOverTime,
  type ProcessFacts,
  type ServedMinutes,
  sumCalls,
  sumCallsOfKind,
} from './performance.repository.ts';
import {
  describeFigures,
  describePoint,
  describeRoutes,
  planMinutes,
  planSteps,
} from './performance.rules.ts';

/** A process that recorded no minute for this long is gone. */
const silentMs = 180_000;
const mostProcesses = 100;

type DescribeDeps = Pick<SystemDeps, 'db' | 'clock' | 'queueDepths' | 'segmentsSentBy'>;

/** Describes how the installation answered: rates, percentiles, and what it is made of. */
export async function describePerformance(
  deps: DescribeDeps,
  timeRange: PerformanceRange,
): Promise<PerformanceOverview> {
  const now = deps.clock.now();
  const { span, from, to } = planSteps(timeRange, now);
  const seconds = (to.getTime() - from.getTime()) / 1000;
  const sums = await sumCalls(deps.db, { span, from, to });
  const processes = await listLiveProcesses(deps);
  const queue = await deps.queueDepths();
  const of = (kind: 'all' | 'segment' | 'sign_in') => sums.find((one) => one.kind === kind);
  const [segments, signIns] = [of('segment'), of('sign_in')];
  const videos = queue.find(({ kind }) => kind === 'process-video');
  const latest = processes.map(({ at }) => at).sort();
  return {
    timeRange,
    from: from.toISOString(),
    to: to.toISOString(),
    measuredAt: latest.at(-1) ?? null,
    calls: describeFigures(of('all'), seconds),
    segments: {
      ...describeFigures(segments, seconds),
      bytes: segments?.bytes ?? 0,
      sentBy: deps.segmentsSentBy,
    },
    signIns: {
      ...describeFigures(signIns, seconds),
      slow: signIns?.slow ?? 0,
      critical: signIns?.critical ?? 0,
    },
    processes,
    queue: [...queue],
    transcoder: { active: videos?.active ?? 0, waiting: videos?.ready ?? 0 },
    routes: describeRoutes(sums, seconds),
  };
}

/** Describes the same over time, one point for each step. */
export async function describePerformanceOverTime(
  { db, clock }: Pick<SystemDeps, 'db' | 'clock'>,
  timeRange: PerformanceRange,
): Promise<PerformanceSeries> {
  const now = clock.now();
  const { span, from, to, starts, stepMs } = planSteps(timeRange, now);
  const calls = Map.groupBy(await listCallsOverTime(db, { span, from, to }), ({ at }) =>
    at.getTime(),
  );
  const processes = new Map(
    (await listProcessesOverTime(db, { span, from, to })).map((one) => [one.at.getTime(), one]),
  );
  return {
    timeRange,
    stepSeconds: stepMs / 1000,
    points: starts.map((start) => {
      const at = start.getTime();
      // The step that has begun lasts as long as it has lasted so far.
      const seconds = Math.min(stepMs, now.getTime() - at) / 1000;
      return describePoint(start, seconds, calls.get(at) ?? [], processes.get(at));
    }),
  };
}

/** Lists the processes that recorded their last minute just now. */
export async function listLiveProcesses({
  db,
  clock,
}: Pick<SystemDeps, 'db' | 'clock'>): Promise<PerformanceOverview['processes']> {
  const to = clock.now();
  const from = new Date(to.getTime() - silentMs);
  const rows = await listLatestProcesses(db, { from, to }, mostProcesses);
  return rows.map(presentProcess);
}

function presentProcess({ at, ...facts }: ProcessFacts & { readonly at: Date }) {
  return {
    process: facts.process,
    role: facts.role,
    at: at.toISOString(),
    loopDelayP50Ms: facts.loopP50Ms,
    loopDelayP99Ms: facts.loopP99Ms,
    loopDelayMaxMs: facts.loopMaxMs,
    memoryBytes: facts.memoryBytes,
    heapBytes: facts.heapBytes,
    cpuShare: facts.cpuShare,
    poolBusy: facts.poolBusy,
    poolWaiting: facts.poolWaiting,
  };
}

/** Measures in how many minutes the installation answered calls. */
export async function measureUptime(
  { db, clock }: Pick<SystemDeps, 'db' | 'clock'>,
  from: Date,
  to: Date,
): Promise<ServedMinutes> {
  return countServedMinutes(db, planMinutes(from, to, clock.now()));
}

const mostMinutesMs = 26 * 3_600_000;

/** Measures how long sign-ins took, of the whole installation: by minutes of a day, else by hours. */
export async function measureSignIns(
  { db }: Pick<SystemDeps, 'db'>,
  from: Date,
  to: Date,
): Promise<SignInAnalytics['duration']> {
  const span = to.getTime() - from.getTime() <= mostMinutesMs ? 'minute' : 'hour';
  const sums = await sumCallsOfKind(db, 'sign_in', { span, from, to });
  const { p50Ms, p95Ms, count } = describeFigures(sums && { ...sums, failed: 0 }, 1);
  return {
    measured: count,
    slow: sums?.slow ?? 0,
    critical: sums?.critical ?? 0,
    p50Ms,
    p95Ms,
  };
}
