import { type PersistenceEvent, persistenceLogLimits } from '@prahari/contract';
import { createOutbox } from '../../../shared/outbox/outbox.ts';
import type { BackOff } from '../../../shared/outbox/redelivery.ts';
import type { StoredList } from '../../../shared/storage/stored-list.ts';

type EventType = PersistenceEvent['eventType'];
type Status = PersistenceEvent['persistenceStatus'];

export interface PersistenceLogPorts {
  now(): number;
  /** Runs once after so long; answers what calls it off. */
  later(ms: number, work: () => void): () => void;
  every(ms: number, work: () => void): () => void;
  readonly backOff: BackOff;
  /** @throws ApiError when the server did not take them */
  send(events: readonly PersistenceEvent[]): Promise<void>;
  /** Entries that an earlier page, or another tab, has not sent yet. */
  readonly store: StoredList<PersistenceEvent>;
}

export interface PersistenceSummary {
  readonly requests: number;
  readonly networkCalls: number;
  readonly cacheHitRate: number | null;
  readonly workingVideos: readonly string[];
  readonly recommendation: 'improve_caching' | null;
}

export interface Noted {
  readonly eventType: EventType;
  readonly sessionId: string;
  readonly userId: string;
  readonly videoId: string;
  readonly networkCall: boolean;
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Specification, section 4: the first request is partial if it used the network, else working;
 * later ones are failed if they used the network, else working.
 */
export function classifyRequest(requestNumber: number, networkCall: boolean): Status {
  if (!networkCall) return 'working';
  return requestNumber <= 1 ? 'partial' : 'failed';
}

/** The statistics of kept licences (specification, sections 4 and 9). */
export function summarize(events: readonly PersistenceEvent[]): PersistenceSummary {
  const requests = events.filter(({ eventType }) => eventType === 'license_request');
  const networkCalls = requests.filter(({ networkCall }) => networkCall).length;
  const hits = events.filter(({ eventType }) => eventType === 'cache_hit').length;
  const misses = events.filter(({ eventType }) => eventType === 'cache_miss').length;
  const cacheHitRate = hits + misses === 0 ? null : hits / (hits + misses);
  const isPoor = cacheHitRate !== null && cacheHitRate < persistenceLogLimits.goodCacheHitRate;
  const videos = [...new Set(requests.map(({ videoId }) => videoId))];
  const workingVideos = videos.filter((videoId) => {
    const own = requests.filter((event) => event.videoId === videoId);
    return own.length > 1 && own.filter(({ networkCall }) => networkCall).length === 1;
  });
  const recommendation = isPoor ? 'improve_caching' : null;
  return { requests: requests.length, networkCalls, cacheHitRate, workingVideos, recommendation };
}

/** Names an event: one of a kind happens to a request of a playback at a moment. */
function formatKey({ timestamp, sessionId, videoId, eventType, requestNumber }: PersistenceEvent) {
  return [timestamp, sessionId, videoId, eventType, requestNumber].join(' ');
}

/** The DRM persistence log (specification, section 9): bounded, and sent some at a time. */
export function createPersistenceLog(ports: PersistenceLogPorts) {
  const { inMemory, keptLocally, flushAtEvents, flushEveryMs, reportEveryMs } =
    persistenceLogLimits;
  const requestsOf = new Map<string, number>();
  let all: PersistenceEvent[] = [];
  let callOff: (() => void) | undefined;
  const outbox = createOutbox<PersistenceEvent>({
    store: { list: ports.store, most: keptLocally, keyOf: formatKey },
    mostWaiting: inMemory,
    batchSize: flushAtEvents,
    // Remaining entries are sent five seconds later, so that a video has the network for itself.
    batchesPerFlush: 1,
    backOff: ports.backOff,
    send: (events) => ports.send(events),
    onFlushed: planFlush,
  });

  function planFlush(): void {
    if (outbox.list().length === 0) return;
    callOff ??= ports.later(Math.max(flushEveryMs, ports.backOff.waitMs()), () => void flush());
  }

  function flush(): Promise<void> {
    callOff?.();
    callOff = undefined;
    return outbox.flush();
  }

  /** The performance report goes to the server with what it is about, as details of its latest event. */
  const stopReports = ports.every(reportEveryMs, () => {
    const latest = all.at(-1);
    if (!latest) return;
    const { requests, networkCalls, cacheHitRate, recommendation } = summarize(all);
    const details = {
      report: `${requests} requests, ${networkCalls} network calls`,
      ...(cacheHitRate === null ? {} : { cacheHitRate: cacheHitRate.toFixed(2) }),
      ...(recommendation === null ? {} : { recommendation }),
    };
    const timestamp = new Date(ports.now()).toISOString();
    const eventType = 'performance_report';
    outbox.add({ ...latest, eventType, networkCall: false, timestamp, details });
    planFlush();
  });
  planFlush();

  return {
    note({ eventType, videoId, networkCall, details = {}, ...who }: Noted): void {
      const isRequest = eventType === 'license_request';
      const requestNumber = (requestsOf.get(videoId) ?? 0) + (isRequest ? 1 : 0);
      requestsOf.set(videoId, requestNumber);
      const persistenceStatus = classifyRequest(requestNumber, networkCall);
      const timestamp = new Date(ports.now()).toISOString();
      const event = { ...who, videoId, eventType, networkCall, requestNumber, persistenceStatus };
      all = [...all, { ...event, timestamp, details }].slice(-inMemory);
      outbox.add({ ...event, timestamp, details });
      if (outbox.list().length >= flushAtEvents && ports.backOff.waitMs() === 0) void flush();
      else planFlush();
    },
    flush,
    summary: () => summarize(all),
    stop(): void {
      stopReports();
      void flush();
    },
  };
}

export type PersistenceLog = ReturnType<typeof createPersistenceLog>;
