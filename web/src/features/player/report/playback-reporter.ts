import { ApiError, type BodyOf, endpoints, type Stream, urlOf } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { progressMark } from './progress-mark.ts';

type Batch = Extract<BodyOf<typeof endpoints.videos.analytics>, { events: unknown }>;
type ReportedEvent = Batch['events'][number];
export type PlaybackEvent = ReportedEvent['event'];

/** Where the video stands, in seconds. */
export interface Position {
  readonly position: number;
  readonly duration: number;
}

export interface ReporterPorts {
  readonly api: Pick<Api, 'call' | 'headersFor'>;
  readonly origin: string;
  /** `fetch` with keepalive, which outlives the page. */
  readonly fetchKeepalive: (url: string, init: RequestInit) => void;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The server says that this playback is over: moved elsewhere, or ended by violations. */
  readonly onOver: (error: ApiError) => void;
  /** The server counts the lesson as completed; said once. */
  readonly onCompleted: () => void;
}

export interface PlaybackReporter {
  report(event: PlaybackEvent, at: Position, detail?: Record<string, string>): void;
  /** Call as the position moves; reports at the seconds that the policy names. */
  moved(at: Position): void;
  /** Reports a pause, and what is not told yet, from a page that is about to go. */
  leave(at: Position): void;
}

/** As many as the server takes at once; of more, the oldest are given up. */
const mostWaiting = 50;
const OVER: readonly (string | null)[] = ['playback_moved', 'access_terminated'];

/**
 * Tells the server what happens in a playback. While a report is under way, further events wait and
 * go together; what did not arrive goes again with the next, and is kept once by its id.
 */
export function createReporter(
  { playbackSessionId, videoId, policy }: Pick<Stream, 'playbackSessionId' | 'videoId' | 'policy'>,
  { api, origin, fetchKeepalive, now, newId, onOver, onCompleted }: ReporterPorts,
): PlaybackReporter {
  const params = { id: videoId };
  const url = urlOf(origin, endpoints.videos.analytics, { params });
  let waiting: ReportedEvent[] = [];
  let isSending = false;
  let lastMark: number | null = null;
  let lastSaid: { event: PlaybackEvent; position: number } | null = null;
  let isCompleted = false;
  let partingHeaders: Record<string, string> | null = null;

  function add(event: PlaybackEvent, at: Position, detail?: Record<string, string>) {
    lastSaid = { event, position: at.position };
    const { position, duration } = at;
    const said = { id: newId(), event, position, duration, timestamp: now().toISOString() };
    waiting = [...waiting, detail ? { ...said, detail } : said].slice(-mostWaiting);
  }

  // Signing takes a moment that a page going away does not have, so its proof is made ahead.
  async function prepareParting() {
    partingHeaders = await api.headersFor('POST', url).catch(() => null);
  }

  async function send() {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const events = waiting;
    let hasArrived = true;
    try {
      const { completed } = await api.call(endpoints.videos.analytics, {
        params,
        body: { playbackSession: playbackSessionId, events },
      });
      if (completed && !isCompleted) onCompleted();
      isCompleted = completed;
    } catch (error) {
      // A refusal would be one again; a server that could not be reached is asked with the next.
      hasArrived = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (error instanceof ApiError && OVER.includes(error.reason)) onOver(error);
    }
    if (hasArrived) waiting = waiting.filter((event) => !events.includes(event));
    isSending = false;
    if (hasArrived && waiting.length > 0) void send();
    else await prepareParting();
  }

  function report(event: PlaybackEvent, at: Position, detail?: Record<string, string>) {
    add(event, at, detail);
    void send();
  }

  return {
    report,
    moved(at) {
      const mark = progressMark(at.position, policy.progressEverySeconds, lastMark);
      if (mark === null) return;
      lastMark = mark;
      report('progress', { ...at, position: mark });
    },
    leave(at) {
      const isQuiet = lastSaid?.event === 'pause' || lastSaid?.event === 'ended';
      const isKnown = isQuiet && lastSaid?.position === at.position && waiting.length === 0;
      if (lastSaid === null || isKnown || partingHeaders === null) return;
      const headers = { ...partingHeaders, 'content-type': 'application/json' };
      partingHeaders = null;
      add('pause', at);
      fetchKeepalive(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ playbackSession: playbackSessionId, events: waiting }),
        credentials: 'include',
        keepalive: true,
      });
    },
  };
}
