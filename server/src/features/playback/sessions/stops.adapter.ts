import { limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { Log } from '../../../platform/log/log.ts';
import { playbackStoppedChannel, type StopsRepository } from './stops.repository.ts';

/** Signed paths live for so long; an older stop is of no use. */
const memoryMs = limits.videoAccessSessionSeconds * 1000;

export interface PlaybackStops {
  /** Reads what has ended; to be awaited before the first request is answered. */
  read(): Promise<void>;
  isStopped(playbackId: string): boolean;
  /** Tells every process once the transaction commits. */
  tell(trx: Trx, playbackIds: readonly string[]): Promise<void>;
  /**
   * Notes the end for the process that caused it: its own next request must not race the message.
   */
  note(playbackIds: readonly string[]): void;
  onStopped(hear: (playbackId: string) => void): void;
}

/** Knows in memory which playback sessions ended, for segments, which must not ask the database. */
export function createPlaybackStops(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly repository: StopsRepository;
}): PlaybackStops {
  const { repository } = deps;
  const stopped = new LRUCache<string, true>({ max: 500_000, ttl: memoryMs });
  const hearers: ((playbackId: string) => void)[] = [];

  function note(ids: readonly string[]): void {
    for (const id of ids) {
      if (stopped.has(id)) continue;
      stopped.set(id, true);
      for (const hear of hearers) hear(id);
    }
  }

  const read = async () => note(await repository.allStopped(deps.db, deps.clock.now()));

  deps.notifications.on(playbackStoppedChannel, (message) => note(message.split(' ')));
  deps.notifications.onConnect(() => {
    read().catch((error: unknown) =>
      deps.log.error({ err: error }, 'stopped playback could not be read'),
    );
  });

  return {
    read,
    isStopped: (playbackId) => stopped.has(playbackId),
    tell: (trx, playbackIds) => repository.tellStopped(trx, playbackIds),
    note,
    onStopped: (hear) => void hearers.push(hear),
  };
}
