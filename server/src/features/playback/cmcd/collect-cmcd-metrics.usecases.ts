import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import { addSupply, type SupplyOf } from './cmcd-metrics.repository.ts';
import { noFigures, type SegmentRequest, withRequest } from './cmcd-metrics.rules.ts';

const everyMs = 10_000;
/** In one statement. */
const batchSize = 500;
/** Playbacks that are counted at once; more at one process are left out until the next round. */
const mostPlaybacks = 20_000;

/**
 * Counts requests for segments in memory, by sign-in and video as the signed path names them, and adds
 * them to the database every ten seconds: no segment waits for a query. What is lost with a process is
 * ten seconds of figures.
 */
export function collectSupply(deps: { db: Db; clock: Clock; log: Log }) {
  let figures = new Map<string, SupplyOf>();
  let writing = Promise.resolve();

  async function write(all: readonly SupplyOf[]): Promise<void> {
    const { db, clock, log } = deps;
    for (let at = 0; at < all.length; at += batchSize) {
      await addSupply(db, all.slice(at, at + batchSize), clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'reports of players could not be kept'),
      );
    }
  }

  /** Resolves when what was counted so far is in the database. */
  function flush(): Promise<void> {
    const all = [...figures.values()];
    figures = new Map();
    writing = writing.then(() => write(all));
    return writing;
  }

  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    note(request: SegmentRequest): void {
      const { sessionId, videoId } = request;
      const key = `${sessionId}/${videoId}`;
      const known = figures.get(key);
      if (!known && figures.size >= mostPlaybacks) return;
      figures.set(key, { sessionId, videoId, ...withRequest(known ?? noFigures, request) });
    },
    flush,
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
