import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';

/** Repeated attempts of a thief are one event within this time, not a full table. */
const quietMs = 60_000;

export interface KeyMismatch {
  readonly userId: string;
  readonly sessionId: string;
  /** The device that presented a token of another device. */
  readonly deviceId: string;
  readonly credential: 'access' | 'refresh';
}

export type RecordKeyMismatch = (db: DbOrTrx, mismatch: KeyMismatch) => Promise<void>;

/**
 * Creates the recorder of tokens presented with a key that they are not bound to. Such a token is
 * useless, but must have been copied.
 */
export function createKeyMismatchRecorder({ clock }: { readonly clock: Clock }): RecordKeyMismatch {
  const recorded = new LRUCache<string, true>({ ...holdAtMost(10_000), ttl: quietMs });
  return async function recordKeyMismatch(db, mismatch) {
    const { sessionId, deviceId, credential } = mismatch;
    const name = `${sessionId}.${deviceId}.${credential}`;
    if (recorded.has(name)) return;
    recorded.set(name, true);
    await recordEvent(db, 'session.key-mismatch', mismatch, clock.now());
  };
}
