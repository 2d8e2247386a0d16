import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, percentile } from '@prahari/virtual-learners';
import type { LoadPlan, LoadResult } from './load-plan.ts';

/**
 * Sends every request once over the given number of connections, and measures how long that takes.
 */
export async function sendAll(plan: LoadPlan): Promise<LoadResult> {
  const { port, connections, requests, repeat, perSecond } = plan;
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const total = requests.length * repeat;
  let next = 0;
  let bytes = 0;
  const tookMs: number[] = [];
  const begun = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      while (next < total) {
        const request = requests[next % requests.length] ?? '';
        const dueMs = perSecond ? begun + (next * 1000) / perSecond : 0;
        next += 1;
        const earlyMs = dueMs - performance.now();
        if (earlyMs > 0) await delay(earlyMs);
        // Not `bytes += await …`, which would read the sum before the others add to it.
        // Late where all connections wait for answers: that counts as waiting too.
        const sent = perSecond && earlyMs <= 0 ? dueMs : performance.now();
        const received = await connection.send(request);
        tookMs.push(performance.now() - sent);
        bytes += received;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const connection of open) connection.close();
  return {
    requests: total,
    bytes,
    seconds,
    p50Ms: percentile(tookMs, 50),
    p95Ms: percentile(tookMs, 95),
    p99Ms: percentile(tookMs, 99),
    p999Ms: percentile(tookMs, 99.9),
  };
}
