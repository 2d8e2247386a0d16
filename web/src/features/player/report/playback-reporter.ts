import { ApiError, type BodyOf, buildUrl, endpoints, type Stream } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createOutbox } from '../../../shared/outbox/outbox.ts';
import { type BackOff, isRefusedForGood } from '../../../shared/outbox/redelivery.ts';
import { findProgressMark } from './progress-mark.ts';

type Batch = Extract<BodyOf<typeof endpoints.videos.analytics>, { events: unknown }>;
type ReportedEvent = Batch['events'][number];
export type PlaybackEvent = ReportedEvent['event'];

/** The position of the video, in seconds. */
export interface Position {
  readonly position: number;
  readonly duration: number;
}

export interface ReporterPorts {
  readonly api: Pick<Api, 'call' | 'headersFor'>;
  readonly origin: string;
  /** `fetch` with keepalive, which outlives the page; answers whether the server took it. */
  readonly fetchKeepalive: (url: string, init: RequestInit) => Promise<boolean>;
  readonly now: () => Date;
  readonly backOff: BackOff;
  /** Runs once after so long. */
  readonly later: (ms: number, work: () => void) => void;
  readonly newId: () => string;
  /** What is to be said of playback with this event; called once for each. */
  readonly measure: (event: PlaybackEvent) => Record<string, string>;
  /** The server says that this playback is over: moved elsewhere, or ended by violations. */
  readonly onOver: (error: ApiError) => void;
  /** The server counts the video as completed; said once. */
  readonly onCompleted: () => void;
}

export interface PlaybackReporter {
  report(event: PlaybackEvent, at: Position, detail?: Record<string, string>): void;
  /** Call as the position moves; reports at the seconds that the policy names. */
  moved(at: Position): void;
  /** Reports a pause and all waiting events, from a page that is about to close. */
  leave(at: Position): void;
}

/** As many as the server takes at once. */
const mostAtOnce = 50;
/**
 * How many events are kept for an unreachable server, hours of a video; beyond that, the oldest are
 * dropped.
 */
const mostWaiting = 500;
const OVER: readonly (string | null)[] = ['playback_moved', 'access_terminated'];

/**
 * Reports the events of a playback to the server. During a report, further events wait and are sent
 * together; undelivered ones are sent again with growing pauses, and their ids make that harmless.
 */
export function createReporter(
  { playbackSessionId, videoId, policy }: Pick<Stream, 'playbackSessionId' | 'videoId' | 'policy'>,
  ports: ReporterPorts,
): PlaybackReporter {
  const { api, now, newId, measure, backOff } = ports;
  const params = { id: videoId };
  const url = buildUrl(ports.origin, endpoints.videos.analytics, { params });
  let isTryPlanned = false;
  let lastMark: number | null = null;
  let lastSaid: { event: PlaybackEvent; position: number } | null = null;
  let isCompleted = false;
  let isNewlyCompleted = false;
  let partingHeaders: Record<string, string> | null = null;

  function add(event: PlaybackEvent, at: Position, detail?: Record<string, string>) {
    lastSaid = { event, position: at.position };
    const { position, duration } = at;
    const said = { id: newId(), event, position, duration, timestamp: now().toISOString() };
    const told = { ...detail, ...measure(event) };
    outbox.add(Object.keys(told).length > 0 ? { ...said, detail: told } : said);
  }

  // Signing takes a moment that a page going away does not have, so its proof is made ahead.
  async function prepareParting() {
    partingHeaders = await api.headersFor('POST', url).catch(() => null);
  }

  const outbox = createOutbox<ReportedEvent>({
    mostWaiting,
    batchSize: mostAtOnce,
    backOff,
    isRefused: isOfNoUse,
    async send(events) {
      const { completed } = await api.call(endpoints.videos.analytics, {
        params,
        body: { playbackSession: playbackSessionId, events: [...events] },
      });
      isNewlyCompleted ||= completed && !isCompleted;
      isCompleted = completed;
    },
    onFailure(error) {
      if (error instanceof ApiError && OVER.includes(error.reason)) ports.onOver(error);
    },
    onFlushed() {
      // Only now: a failure in there must not send the events again.
      if (isNewlyCompleted) {
        isNewlyCompleted = false;
        ports.onCompleted();
      }
      if (outbox.list().length > 0) planTry();
      void prepareParting();
    },
  });

  function planTry() {
    if (isTryPlanned) return;
    isTryPlanned = true;
    ports.later(backOff.waitMs(), () => {
      isTryPlanned = false;
      send();
    });
  }

  function send() {
    if (outbox.list().length > 0 && backOff.waitMs() > 0) planTry();
    else void outbox.flush();
  }

  function report(event: PlaybackEvent, at: Position, detail?: Record<string, string>) {
    add(event, at, detail);
    send();
  }

  async function part(events: readonly ReportedEvent[], headers: Record<string, string>) {
    const hasArrived = await ports.fetchKeepalive(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ playbackSession: playbackSessionId, events }),
      credentials: 'include',
      keepalive: true,
    });
    // A page that did not go after all, or another page of the same document, sends it again.
    if (hasArrived) outbox.remove(events);
    else send();
  }

  return {
    report,
    moved(at) {
      const mark = findProgressMark(at.position, policy.progressEverySeconds, lastMark);
      if (mark === null) return;
      lastMark = mark;
      report('progress', { ...at, position: mark });
    },
    leave(at) {
      const isQuiet = lastSaid?.event === 'pause' || lastSaid?.event === 'ended';
      const isKnown = isQuiet && lastSaid?.position === at.position && outbox.list().length === 0;
      if (lastSaid === null || isKnown || partingHeaders === null) return;
      const headers = partingHeaders;
      partingHeaders = null;
      add('pause', at);
      void part(outbox.list().slice(-mostAtOnce), headers);
    },
  };
}

/** Tells whether a report is obsolete: its playback ended with a sign-in, and a later one must not send it. */
function isOfNoUse(error: unknown): boolean {
  return isRefusedForGood(error) || (error instanceof ApiError && error.status === 401);
}
