import type { Stream } from '@prahari/contract';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { type Engine, startEngine } from './start-engine.ts';

export interface UseEngineInput {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly stream: Stream;
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Runs one engine for as long as the stream is on the stage; null until the video is loaded. */
export function useEngine({ video, stream, onLoaded, onFailed }: UseEngineInput): Engine | null {
  const api = useApi();
  const [engine, setEngine] = useState<Engine | null>(null);
  const loaded = useEffectEvent(onLoaded);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let gone = false;
    const starting = startEngine({
      video: element,
      stream,
      api,
      onError: (error) => {
        if (!gone) failed(error);
      },
    });
    starting.then(
      (started) => {
        if (gone) return;
        setEngine(started);
        loaded();
      },
      (error) => {
        if (!gone) failed(error);
      },
    );
    return () => {
      gone = true;
      setEngine(null);
      // A failed start has cleaned up after itself.
      starting.then((started) => started.destroy()).catch(() => undefined);
    };
  }, [api, stream, video]);
  return engine;
}
