import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks';
import type { EventSpool } from '../events/spool.ts';

const measureEveryMs = 10_000;
/** Of one route; calls that take longer are recorded as `calls.slow`. */
const slowMs = 1000;
const laggingMs = 200;
/** The least jump of the clock that is noted; corrections by a time server are smaller. */
const clockJumpMs = 60_000;
/** The longest duration that is told apart. */
const mostMs = 600_000;

/** Two clocks: the time of day, which can be set, and one that only goes on. */
interface Clocks {
  wallMs(): number;
  steadyMs(): number;
}

const systemClocks: Clocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

const createDurations = () => createHistogram({ lowest: 1, highest: mostMs, figures: 2 });

/**
 * Records every ten seconds how this process answered calls, for alerts: `/metrics` needs another
 * program to look at it.
 */
export function createCallMeter(
  spool: Pick<EventSpool, 'add'>,
  loop: { percentile(percent: number): number; reset(): void } = startLoopMonitor(),
  { wallMs, steadyMs }: Clocks = systemClocks,
) {
  const readOffset = () => wallMs() - steadyMs();
  let offset = readOffset();
  let failed = 0;
  let limited = 0;
  /** Routes are as many as the contract has. */
  const byRoute = new Map<string, RecordableHistogram>();

  async function measure(seconds: number): Promise<void> {
    const loopDelayP99Ms = Math.round(loop.percentile(99) / 1e6);
    loop.reset();
    const jumpedMs = readOffset() - offset;
    offset += jumpedMs;
    const all = createDurations();
    for (const durations of byRoute.values()) all.add(durations);
    const facts = { calls: all.count, failed, limited, p95Ms: all.percentile(95), loopDelayP99Ms };
    const routes = [...byRoute].map(([route, durations]) => ({
      route,
      p95Ms: durations.percentile(95),
      calls: durations.count,
    }));
    // Before anything is awaited, else calls that end meanwhile are not counted.
    failed = 0;
    limited = 0;
    byRoute.clear();
    if (facts.calls > 0 || loopDelayP99Ms >= laggingMs)
      await spool.add('calls.measured', { seconds, ...facts });
    if (Math.abs(jumpedMs) >= clockJumpMs)
      await spool.add('clock.jumped', { seconds: Math.round(jumpedMs / 1000) });
    for (const one of routes.filter(({ p95Ms }) => p95Ms >= slowMs))
      await spool.add('calls.slow', one);
  }

  const timer = setInterval(() => void measure(measureEveryMs / 1000), measureEveryMs);
  timer.unref();
  return {
    /** @param route a pattern of the contract */
    note(route: string, status: number, durationMs: number): void {
      const duration = Math.min(mostMs, Math.max(1, Math.round(durationMs)));
      const known = byRoute.get(route) ?? createDurations();
      if (known.count === 0) byRoute.set(route, known);
      known.record(duration);
      if (status >= 500) failed += 1;
      if (status === 429) limited += 1;
    },
    measure,
    stop: () => clearInterval(timer),
  };
}

function startLoopMonitor() {
  const monitor = monitorEventLoopDelay({ resolution: 20 });
  monitor.enable();
  return monitor;
}
