import { type CallInput, endpoints, type Stream, urlOf } from '@prahari/contract';
import type { Api } from '../../../shared/api/browser-api.ts';
import { progressMark } from './progress-mark.ts';

type Report = CallInput<typeof endpoints.videos.analytics>['body'];
export type PlaybackEvent = Report['event'];

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
}

export interface PlaybackReporter {
  report(event: PlaybackEvent, at: Position): void;
  /** Call as the position moves; reports at the seconds that the policy names. */
  moved(at: Position): void;
  /** Reports a pause from a page that is about to go. */
  leave(at: Position): void;
}

/** Tells the server where playback stands. A lost report harms nobody, so failures are silent. */
export function createReporter(
  { playbackSessionId, videoId, policy }: Pick<Stream, 'playbackSessionId' | 'videoId' | 'policy'>,
  { api, origin, fetchKeepalive, now }: ReporterPorts,
): PlaybackReporter {
  const params = { id: videoId };
  const url = urlOf(origin, endpoints.videos.analytics, { params });
  let lastMark: number | null = null;
  let lastSent: { event: PlaybackEvent; position: number } | null = null;
  let partingHeaders: Record<string, string> | null = null;

  function bodyOf(event: PlaybackEvent, { position, duration }: Position): Report {
    lastSent = { event, position };
    const timestamp = now().toISOString();
    return { event, position, duration, timestamp, playbackSession: playbackSessionId };
  }

  // Signing takes a moment that a page going away does not have, so its proof is made ahead.
  async function prepareParting() {
    partingHeaders = await api.headersFor('POST', url).catch(() => null);
  }

  function report(event: PlaybackEvent, at: Position) {
    const body = bodyOf(event, at);
    void api
      .call(endpoints.videos.analytics, { params, body })
      .catch(() => undefined)
      .then(prepareParting);
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
      const known = lastSent?.event !== 'play' && lastSent?.position === at.position;
      if (lastSent === null || known || partingHeaders === null) return;
      const headers = { ...partingHeaders, 'content-type': 'application/json' };
      partingHeaders = null;
      fetchKeepalive(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(bodyOf('pause', at)),
        credentials: 'include',
        keepalive: true,
      });
    },
  };
}
