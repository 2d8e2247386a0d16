import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import { updateManyLastSeen } from './sessions.repository.ts';

const flushMs = 60_000;
/** Rows that one statement writes. */
const batchSize = 1000;

export interface LastSeenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps in memory when sessions were last seen, and writes it once a minute, all together. */
export function createLastSeen(deps: LastSeenDeps) {
  let seen = new Map<string, Date>();

  async function flush(): Promise<void> {
    const due = [...seen];
    seen = new Map();
    for (let start = 0; start < due.length; start += batchSize) {
      const batch = due.slice(start, start + batchSize);
      const [ids, at] = [batch.map(([id]) => id), batch.map(([, instant]) => instant)];
      try {
        await updateManyLastSeen(deps.db, { ids, at });
      } catch (error) {
        deps.log.warn({ err: error }, 'when sessions were last seen could not be written');
      }
    }
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    noteSeen: (sessionId: string) => void seen.set(sessionId, deps.clock.now()),
    flush,
    /** Writes what is left. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

export type LastSeen = ReturnType<typeof createLastSeen>;
