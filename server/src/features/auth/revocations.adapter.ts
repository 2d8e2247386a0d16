import { limits } from '@prahari/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Log } from '../../platform/log/log.ts';
import { type SessionsRepository, sessionEndedChannel } from './sessions.repository.ts';

/** Signed paths and media cookies live for so long; an older end is of no use. */
const memoryMs = limits.videoAccessSessionSeconds * 1000;

export interface Revocations {
  /** Reads what ended lately; to be awaited before the first request is answered. */
  read(): Promise<void>;
  isRevoked(sessionId: string): boolean;
  /**
   * Notes the end for the process that caused it: its own next request must not race the message.
   */
  note(sessionId: string): void;
  onRevoked(hear: (sessionId: string) => void): void;
}

/** Knows in memory which sessions ended lately, for checks that must not ask the database. */
export function createRevocations(deps: {
  db: Db;
  clock: Clock;
  log: Log;
  sessions: SessionsRepository;
  notifications: Notifications;
}): Revocations {
  const ended = new LRUCache<string, true>({ max: 500_000, ttl: memoryMs });
  const hearers: ((sessionId: string) => void)[] = [];
  const note = (sessionId: string) => {
    ended.set(sessionId, true);
    for (const hear of hearers) hear(sessionId);
  };
  deps.notifications.on(sessionEndedChannel, note);
  const read = async () => {
    const since = new Date(deps.clock.now().getTime() - memoryMs);
    for (const id of await deps.sessions.endedSince(deps.db, since)) note(id);
  };
  deps.notifications.onConnect(() => {
    read().catch((error: unknown) =>
      deps.log.error({ err: error }, 'ended sessions could not be read'),
    );
  });
  return {
    read,
    note,
    isRevoked: (sessionId) => ended.has(sessionId),
    onRevoked: (hear) => void hearers.push(hear),
  };
}
