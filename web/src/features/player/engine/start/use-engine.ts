import { useEffect, useEffectEvent, useState } from 'react';
import type { Interruption } from '../network/keep-streaming.ts';
import type { BegunEngine } from './begin-playback.ts';
import type { Engine } from './start-engine.ts';

export interface UseEngineInput {
  readonly begun: BegunEngine;
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown) => void;
  readonly onInterrupted: (interruption: Interruption | null) => void;
}

/** Holds one engine for as long as it is on the stage; null until the video is loaded. */
export function useEngine(input: UseEngineInput): Engine | null {
  const { begun, onLoaded, onFailed, onInterrupted } = input;
  const [engine, setEngine] = useState<Engine | null>(null);
  const loaded = useEffectEvent(onLoaded);
  const failed = useEffectEvent(onFailed);
  const interrupted = useEffectEvent(onInterrupted);
  useEffect(() => {
    let gone = false;
    const release = begun.hold({
      onError: (error) => failed(error),
      onInterrupted: (interruption) => interrupted(interruption),
    });
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
