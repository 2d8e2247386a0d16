import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SystemDeps } from '../system.deps.ts';
import { insertMinutes, type ProcessFacts, type RecordedMinute } from './performance.repository.ts';
import { truncate } from './performance.rules.ts';

const minuteMs = 60_000;
/** While the database is away, minutes wait in memory. */
const mostWaiting = 60;

type RecordDeps = Pick<
  SystemDeps,
  'db' | 'clock' | 'log' | 'callTally' | 'queueDepths' | 'processName' | 'role' | 'poolUse'
>;

/**
 * Records every minute how this process answered and what it took: in memory until then, in one
 * statement, and beside all calls.
 */
export function createPerformanceRecord(deps: RecordDeps) {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  let waiting: RecordedMinute[] = [];
  let cpuBefore = process.cpuUsage();
  let cpuAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;

  async function readFacts(): Promise<ProcessFacts> {
    const [p50, p99, max] = [loop.percentile(50), loop.percentile(99), loop.max];
    loop.reset();
    const { user, system } = process.cpuUsage(cpuBefore);
    const elapsedMs = Math.max(1, performance.now() - cpuAtMs);
    cpuBefore = process.cpuUsage();
    cpuAtMs = performance.now();
    const { rss, heapUsed } = process.memoryUsage();
    const depths = await deps.queueDepths().catch(() => null);
    const sum = (of: 'ready' | 'active') =>
      depths?.reduce((total, depth) => total + depth[of], 0) ?? null;
    return {
      process: deps.processName,
      role: deps.role,
      loopP50Ms: p50 / 1e6,
      loopP99Ms: p99 / 1e6,
      loopMaxMs: max / 1e6,
      memoryBytes: rss,
      heapBytes: heapUsed,
      cpuShare: (user + system) / 1000 / elapsedMs,
      ...deps.poolUse(),
      jobsReady: sum('ready'),
      jobsActive: sum('active'),
    };
  }

  /** Writes what was noted up to now as the given minute. */
  async function record(at: Date): Promise<void> {
    const tallies = deps.callTally.take();
    const facts = await readFacts();
    waiting = [...waiting, { at, facts, tallies }].slice(-mostWaiting);
    const sent = waiting;
    try {
      await insertMinutes(deps.db, sent);
      waiting = waiting.filter((minute) => !sent.includes(minute));
    } catch (error) {
      deps.log.warn({ err: error, waiting: waiting.length }, 'minutes of performance wait');
    }
  }

  function waitForMinute(): void {
    const now = deps.clock.now().getTime();
    timer = setTimeout(
      () => {
        waitForMinute();
        // A timer may fire a little early.
        void record(truncate(new Date(deps.clock.now().getTime() - minuteMs / 2), 'minute'));
      },
      minuteMs - (now % minuteMs),
    );
    timer.unref();
  }

  return {
    start: waitForMinute,
    record,
    /** Records the minute that has begun, too. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      await record(truncate(deps.clock.now(), 'minute'));
      loop.disable();
    },
  };
}
