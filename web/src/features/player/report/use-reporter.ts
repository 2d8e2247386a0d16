import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { createCorrelationId } from '../../../shared/api/correlation-id.ts';
import { createBackOff } from '../../../shared/outbox/redelivery.ts';
import type { BegunPlayback } from '../engine/start/begin-playback.ts';
import type { Engine } from '../engine/start/start-engine.ts';
import { followJumps } from './follow-jumps.ts';
import { followStalls } from './follow-stalls.ts';
import { createMeasures } from './measure-playback.ts';
import { createReporter, type PlaybackEvent, type ReporterPorts } from './playback-reporter.ts';

const REPORTED = { pause: 'pause', ended: 'ended' } as const;

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
    measure: () => ({}),
    onOver: () => undefined,
    onCompleted: () => undefined,
  };
}

interface ReporterInput {
  readonly playback: Pick<BegunPlayback, 'stream' | 'start'>;
  /** Null until the video is loaded. */
  readonly engine: Pick<Engine, 'traffic'> | null;
  readonly ready: boolean;
  readonly onOver: (error: unknown) => void;
}

/** Reports what the video element does, from the moment that it is ready until the page goes. */
export function useReporter(
  video: RefObject<HTMLVideoElement | null>,
  { playback, engine, ready, onOver }: ReporterInput,
): void {
  const { stream, start } = playback;
  const api = useApi();
  const queryClient = useQueryClient();
  const over = useEffectEvent(onOver);
  const bitsPerSecond = useEffectEvent(() => engine?.traffic().bitsPerSecond ?? 0);
  useEffect(() => {
    const element = video.current;
    if (element === null || !ready) return;
    const measured = { start, video: element, bitsPerSecond: () => bitsPerSecond() };
    const reporter = createReporter(stream, {
      ...createBrowserReporterPorts(api),
      measure: createMeasures(measured),
      onOver: (error) => over(error),
      // It is said on this page, and in the library.
      onCompleted: () => void queryClient.invalidateQueries({ queryKey: queryKeys.videos }),
    });
    const jumps = followJumps(element);
    const at = () => ({ position: element.currentTime, duration: element.duration || 0 });
    const stalls = followStalls(element, (stallMs) =>
      reporter.report('rebuffer', at(), { stallMs: `${stallMs}` }),
    );
    const leave = () => {
      stalls.end();
      reporter.leave(at());
    };
    let isGone = false;
    const off = Object.entries(REPORTED).map(([name, event]) =>
      listen(element, name, () => reporter.report(event satisfies PlaybackEvent, at())),
    );
    off.push(
      // A video that follows another one plays before its first picture: its start is not over yet.
      listen(element, 'play', () =>
        start.whenShown(() => isGone || element.paused || reporter.report('play', at())),
      ),
      listen(element, 'seeked', () => reporter.report('seek', at(), jumps.end())),
      listen(element, 'resize', () =>
        reporter.report('quality', at(), { height: `${element.videoHeight}` }),
      ),
      listen(element, 'timeupdate', () => element.paused || reporter.moved(at())),
      listen(document, 'visibilitychange', () => document.hidden && leave()),
      listen(window, 'pagehide', leave),
    );
    return () => {
      isGone = true;
      for (const stop of off) stop();
      jumps.stop();
      stalls.stop();
      reporter.leave(at());
      // The library shows where each video was left.
      void queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    };
  }, [api, queryClient, ready, start, stream, video]);
}

function listen(target: EventTarget, name: string, listener: () => unknown): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}
