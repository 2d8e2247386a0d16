import { limits } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import type { Log } from '../../../platform/log/log.ts';
import {
  createRevocationMemory,
  publishRevoked,
} from '../../../platform/revocations/revocation-memory.ts';
import { playbackStoppedChannel, type StopsRepository } from './stops.repository.ts';

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
  const lasting = {
    what: 'stopped playback',
    // Signed paths live for so long.
    usableMs: limits.videoAccessSessionSeconds * 1000,
    most: 500_000,
    async findRevoked() {
      const ids = await deps.repository.allStopped(deps.db, deps.clock.now());
      return ids.map((id) => ({ id }));
    },
  };
  const stopped = createRevocationMemory({ channel: playbackStoppedChannel, lasting }, deps);
  const revokedOf = (ids: readonly string[]) => ids.map((id) => ({ id }));
  return {
    read: stopped.read,
    isStopped: (playbackId) => stopped.isRevoked(playbackId),
    tell: (trx, playbackIds) => publishRevoked(trx, playbackStoppedChannel, revokedOf(playbackIds)),
    note: (playbackIds) => revokedOf(playbackIds).forEach(stopped.note),
    onStopped: stopped.onRevoked,
  };
}
