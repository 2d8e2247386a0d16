import { limits } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import {
  createRevocationMemory,
  publishRevoked,
} from '../../../platform/revocations/revocation-memory.ts';
import {
  type EndedPlaybacksRepository,
  playbackStoppedChannel,
} from './ended-playbacks.repository.ts';

export interface PlaybackRevocations {
  /** Reads what has ended; await it before the first request is answered. */
  read(): Promise<void>;
  isRevoked(playbackId: string): boolean;
  /** Publishes the end to every process once the transaction commits. */
  publish(trx: Trx, playbackIds: readonly string[]): Promise<void>;
  /**
   * Notes the end in the process that caused it, so that its next request can't race the message.
   */
  note(playbackIds: readonly string[]): void;
  onRevoked(listener: (playbackId: string) => void): void;
}

/** Keeps in memory which playback sessions ended, for segments, which must not cost a query. */
export function createPlaybackRevocations(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly notifications: Notifications;
  readonly repository: EndedPlaybacksRepository;
}): PlaybackRevocations {
  const lasting = {
    // The lifetime of signed URLs.
    usableMs: limits.videoAccessSessionSeconds * 1000,
    most: 500_000,
    async findRevoked() {
      const ids = await deps.repository.listEnded(deps.db, deps.clock.now());
      return ids.map((id) => ({ id }));
    },
  };
  const revoked = createRevocationMemory({ channel: playbackStoppedChannel, lasting }, deps);
  const toRevoked = (ids: readonly string[]) => ids.map((id) => ({ id }));
  return {
    read: revoked.read,
    isRevoked: (playbackId) => revoked.isRevoked(playbackId),
    publish: (trx, playbackIds) =>
      publishRevoked(trx, playbackStoppedChannel, toRevoked(playbackIds)),
    note: (playbackIds) => toRevoked(playbackIds).forEach(revoked.note),
    onRevoked: revoked.onRevoked,
  };
}
