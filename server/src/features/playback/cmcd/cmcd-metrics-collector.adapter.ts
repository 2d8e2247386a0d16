import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import { addCmcdMetrics, type CmcdMetricsOf } from './cmcd-metrics.repository.ts';
import { addRequest, noMetrics, type SegmentRequest } from './cmcd-metrics.rules.ts';

const everyMs = 10_000;
/** In one statement. */
const batchSize = 500;
/** Playbacks that are counted at once; more at one process are left out until the next round. */
const mostPlaybacks = 20_000;

/**
 * Collects CMCD metrics of segment requests in memory, by sign-in and video as the signed URL names
 * them, and adds them to the database every ten seconds: no segment waits for a query. A process that
 * is killed loses ten seconds of metrics.
 */
export function createCmcdMetricsCollector(deps: { db: Db; clock: Clock; log: Log }) {
  let metrics = new Map<string, CmcdMetricsOf>();
  let writing = Promise.resolve();

  async function write(all: readonly CmcdMetricsOf[]): Promise<void> {
    const { db, clock, log } = deps;
    for (let at = 0; at < all.length; at += batchSize) {
      await addCmcdMetrics(db, all.slice(at, at + batchSize), clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'reports of players could not be kept'),
      );
    }
  }

  /** Resolves when what was counted so far is in the database. */
  function flush(): Promise<void> {
    const all = [...metrics.values()];
    metrics = new Map();
    writing = writing.then(() => write(all));
    return writing;
  }

  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    countRequest(request: SegmentRequest): void {
      const { sessionId, videoId } = request;
      const key = `${sessionId}/${videoId}`;
      const known = metrics.get(key);
      if (!known && metrics.size >= mostPlaybacks) return;
      metrics.set(key, { sessionId, videoId, ...addRequest(known ?? noMetrics, request) });
    },
    flush,
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
