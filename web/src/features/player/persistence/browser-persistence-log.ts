import {
  endpoints,
  type PersistenceEvent,
  persistenceEventSchema,
  type Stream,
} from '@prahari/contract';
import * as z from 'zod/mini';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createBackOff } from '../../../shared/api/redelivery.ts';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';
import type { NoteLicence } from '../engine/drm/licence-source.ts';
import { createPersistenceLog, type PersistenceLog } from './persistence-log.ts';

let log: PersistenceLog | undefined;

/** One log of this page, for all lessons that it plays. */
function logOf(api: Pick<Api, 'call'>): PersistenceLog {
  log ??= createPersistenceLog({
    now: Date.now,
    later(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    every(ms, work) {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    backOff: createBackOff(),
    async send(events) {
      const timestamp = new Date().toISOString();
      const body = { events: [...events], sessionId: events[0]?.sessionId ?? '', timestamp };
      await api.call(endpoints.logs.drmPersistence, { body });
    },
    store: (events) => writeKept(browserStorage, events),
    restore: () => readKept(browserStorage),
  });
  return log;
}

/**
 * Notes what becomes of the licences of one playback, unless the operator switched that off. Whose it
 * is the server adds.
 */
export function noteLicencesOf(api: Pick<Api, 'call'>, stream: Stream): NoteLicence {
  const { playbackSessionId: sessionId, videoId } = stream;
  if (!stream.persistenceLog) return () => undefined;
  return (eventType, networkCall) =>
    logOf(api).note({ eventType, networkCall, sessionId, userId: '', videoId });
}

const STORAGE_KEY = 'prahari.drm-persistence';
const keptSchema = z.array(persistenceEventSchema);

/** What an earlier page could not send; nothing when it is not readable. */
function readKept(storage: Pick<Storage, 'getItem'>): PersistenceEvent[] {
  try {
    const parsed = z.safeParse(keptSchema, JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

function writeKept(
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
