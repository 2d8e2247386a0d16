import { type PersistenceEvent, persistenceEventSchema } from '@prahari/contract';
import * as z from 'zod/mini';

const STORAGE_KEY = 'prahari.drm-persistence';
const keptSchema = z.array(persistenceEventSchema);

/** What an earlier page could not send; nothing when it is not readable. */
export function readKept(storage: Pick<Storage, 'getItem'>): PersistenceEvent[] {
  try {
    const parsed = z.safeParse(keptSchema, JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

export function writeKept(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  events: readonly PersistenceEvent[],
): void {
  try {
    if (events.length === 0) storage.removeItem(STORAGE_KEY);
    else storage.setItem(STORAGE_KEY, JSON.stringify(events));
  } catch {
    // A full storage must not stop a lesson.
  }
}
