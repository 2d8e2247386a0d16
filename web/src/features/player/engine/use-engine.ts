import type { Stream } from '@prahari/contract';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { startEngine } from './start-engine.ts';

export interface UseEngineInput {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly stream: Stream;
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Runs one engine for as long as the stream is on the stage. */
export function useEngine({ video, stream, onLoaded, onFailed }: UseEngineInput): void {
  const api = useApi();
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
      () => {
        if (!gone) loaded();
      },
      (error) => {
        if (!gone) failed(error);
      },
    );
    return () => {
      gone = true;
      // A failed start has cleaned up after itself.
      starting.then((engine) => engine.destroy()).catch(() => undefined);
    };
  }, [api, stream, video]);
}
