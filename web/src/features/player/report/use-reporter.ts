import type { Stream } from '@prahari/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { createCorrelationId } from '../../../shared/api/correlation-id.ts';
import { createBackOff } from '../../../shared/outbox/redelivery.ts';
import { followJumps } from './follow-jumps.ts';
import { createReporter, type PlaybackEvent, type ReporterPorts } from './playback-reporter.ts';

const REPORTED = { play: 'play', pause: 'pause', ended: 'ended' } as const;

/** Takes what a reporter needs of this browser; nothing is reported yet. */
export function createBrowserReporterPorts(api: ReporterPorts['api']): ReporterPorts {
  return {
    api,
    origin: window.location.origin,
    fetchKeepalive: (url, init) =>
      fetch(url, init).then(
        ({ ok }) => ok,
        () => false,
      ),
    backOff: createBackOff(),
    later: (ms, work) => void setTimeout(work, ms),
    now: () => new Date(),
    newId: createCorrelationId,
    onOver: () => undefined,
    onCompleted: () => undefined,
  };
}

/** Reports what the video element does, from the moment that it is ready until the page goes. */
export function useReporter(
  video: RefObject<HTMLVideoElement | null>,
  stream: Stream,
  ready: boolean,
  onOver: (error: unknown) => void,
): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  }, [onOver]);
  useEffect(() => {
    const element = video.current;
    if (element === null || !ready) return;
    const reporter = createReporter(stream, {
      ...createBrowserReporterPorts(api),
      onOver: (error) => over.current(error),
      // It is said on this page, and in the library.
      onCompleted: () => void queryClient.invalidateQueries({ queryKey: queryKeys.videos }),
    });
    const jumps = followJumps(element);
    const at = () => ({ position: element.currentTime, duration: element.duration || 0 });
    const off = Object.entries(REPORTED).map(([name, event]) =>
      listen(element, name, () => reporter.report(event satisfies PlaybackEvent, at())),
    );
    let hasPlayed = false;
    off.push(
      listen(element, 'seeked', () => reporter.report('seek', at(), jumps.end())),
      listen(element, 'playing', () => {
        hasPlayed = true;
      }),
      // The first wait is the start itself.
      listen(
        element,
        'waiting',
        () => hasPlayed && !element.seeking && reporter.report('rebuffer', at()),
      ),
      listen(element, 'resize', () =>
        reporter.report('quality', at(), { height: `${element.videoHeight}` }),
      ),
      listen(element, 'timeupdate', () => element.paused || reporter.moved(at())),
      listen(document, 'visibilitychange', () => document.hidden && reporter.leave(at())),
      listen(window, 'pagehide', () => reporter.leave(at())),
    );
    return () => {
      for (const stop of off) stop();
      jumps.stop();
      reporter.leave(at());
      // The library shows where each video was left.
      void queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    };
  }, [api, queryClient, ready, stream, video]);
}

function listen(target: EventTarget, name: string, listener: () => unknown): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}
