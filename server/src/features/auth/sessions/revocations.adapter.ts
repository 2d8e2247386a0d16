import { limits } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import { createRevocationMemory } from '../../../platform/revocations/revocation-memory.ts';
import { findSessionsEndedSince, sessionEndedChannel } from './sessions.repository.ts';

export interface Revocations {
  /** Reads the sessions that ended recently; await it before the first request is answered. */
  read(): Promise<void>;
  isRevoked(sessionId: string): boolean;
  /**
   * Records the end for the process that caused it: its own next request must not race the message.
   */
  noteRevoked(sessionId: string): void;
  onRevoked(listener: (sessionId: string) => void): void;
}

/** Keeps in memory which sessions ended recently. */
export function createRevocations(deps: {
  db: Db;
  clock: Clock;
  notifications: Notifications;
}): Revocations {
  const lasting = {
    // How long signed URLs and media cookies live.
    usableMs: limits.videoAccessSessionSeconds * 1000,
    most: 500_000,
    async findRevoked(since: Date) {
      const ids = await findSessionsEndedSince(deps.db, since);
      return ids.map((id) => ({ id }));
    },
  };
  const ended = createRevocationMemory({ channel: sessionEndedChannel, lasting }, deps);
  return {
    read: ended.read,
    isRevoked: (sessionId) => ended.isRevoked(sessionId),
    noteRevoked: (sessionId) => ended.note({ id: sessionId }),
    onRevoked: ended.onRevoked,
  };
}
