import { endpoints, persistenceEventSchema, type Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createBackOff } from '../../../shared/outbox/redelivery.ts';
import { browserStorage } from '../../../shared/storage/browser-storage.ts';
import { openStoredList } from '../../../shared/storage/stored-list.ts';
import type { NoteLicence } from '../engine/drm/licence-requests.ts';
import { createPersistenceLog, type PersistenceLog } from './persistence-log.ts';

const STORAGE_KEY = 'prahari.drm-persistence';

let log: PersistenceLog | undefined;

/** One log of this page, for all videos that it plays. */
function findLog(api: Pick<Api, 'call'>): PersistenceLog {
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
    store: openStoredList(browserStorage, STORAGE_KEY, persistenceEventSchema),
  });
  return log;
}

/**
 * Records the outcome of one playback's licences, unless the operator switched that off. The server
 * adds the user.
 */
export function createLicenceNotes(api: Pick<Api, 'call'>, stream: Stream): NoteLicence {
  const { playbackSessionId: sessionId, videoId } = stream;
  if (!stream.persistenceLog) return () => undefined;
  return (eventType, networkCall) =>
    findLog(api).note({ eventType, networkCall, sessionId, userId: '', videoId });
}
