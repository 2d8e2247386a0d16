import { limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { Log } from '../../../platform/log/log.ts';
import {
  playbackResumedChannel,
  playbackStoppedChannel,
  type StopsRepository,
} from './stops.repository.ts';
import { nameOfPair, pairOfName, type StoppedPair } from './stops.rules.ts';

/** Signed paths live for so long; an older stop is of no use to anybody. */
const memoryMs = limits.videoAccessSessionSeconds * 1000;

export type HearStop = (pair: StoppedPair, isStopped: boolean) => void;

export interface PlaybackStops {
  /** Reads what is stopped; to be awaited before the first request is answered. */
  read(): Promise<void>;
  isStopped(sessionId: string, videoId: string): boolean;
  /** Tells every process once the transaction commits. */
  tell(trx: Trx, pairs: readonly StoppedPair[]): Promise<void>;
  /** For the process that stopped them: its own next request must not race the message. */
  note(pairs: readonly StoppedPair[]): void;
  /** Play begins anew, so older stops of that sign-in and video are over. @returns for this process */
  resume(trx: Trx, pair: StoppedPair): Promise<() => void>;
  onChanged(hear: HearStop): void;
}

/** Knows in memory which play was ended by force, for segments, which must not ask the database. */
export function createPlaybackStops(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly repository: StopsRepository;
}): PlaybackStops {
  const { repository } = deps;
  const stopped = new LRUCache<string, true>({ max: 500_000, ttl: memoryMs });
  const hearers: HearStop[] = [];

  function note(name: string, isStopped: boolean): void {
    const pair = pairOfName(name);
    if (!pair) return;
    if (isStopped) stopped.set(name, true);
    else stopped.delete(name);
    for (const hear of hearers) hear(pair, isStopped);
  }

  async function read(): Promise<void> {
    const before = [...stopped.keys()];
    const pairs = await repository.allStopped(deps.db, deps.clock.now());
    const names = new Set(pairs.map(nameOfPair));
    for (const name of names) note(name, true);
    // What was resumed while nobody listened. Stops heard meanwhile are not among them.
    for (const name of before) if (!names.has(name)) note(name, false);
  }

  deps.notifications.on(playbackStoppedChannel, (name) => note(name, true));
  deps.notifications.on(playbackResumedChannel, (name) => note(name, false));
  deps.notifications.onConnect(() => {
    read().catch((error: unknown) =>
      deps.log.error({ err: error }, 'stopped playback could not be read'),
    );
  });

  return {
    read,
    isStopped: (sessionId, videoId) => stopped.has(nameOfPair({ sessionId, videoId })),
    tell: (trx, pairs) => repository.tellStopped(trx, pairs),
    note(pairs) {
      for (const pair of pairs) note(nameOfPair(pair), true);
    },
    async resume(trx, pair) {
      if (!(await repository.isStopped(trx, pair))) return () => undefined;
      await repository.tellResumed(trx, pair);
      return () => note(nameOfPair(pair), false);
    },
    onChanged: (hear) => void hearers.push(hear),
  };
}
