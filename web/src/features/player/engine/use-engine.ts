import { useEffect, useEffectEvent, useState } from 'react';
import type { BegunEngine } from './begin-engine.ts';
import type { Engine } from './start-engine.ts';

export interface UseEngineInput {
  readonly begun: BegunEngine;
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Holds one engine for as long as it is on the stage; null until the video is loaded. */
export function useEngine({ begun, onLoaded, onFailed }: UseEngineInput): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  const loaded = useEffectEvent(onLoaded);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    let gone = false;
    const release = begun.hold({ onError: (error) => failed(error) });
    begun.started.then(
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
      release();
    };
  }, [begun]);
  return engine;
}
