import { type RefObject, useEffect, useState } from 'react';
import type { Engine } from '../engine/start/start-engine.ts';
import { type Preferences, rememberedPreferences, rememberPreferences } from './preferences.ts';

export interface UsePreferences {
  readonly preferences: Preferences;
  readonly change: (changed: Partial<Preferences>) => void;
}

/** This learner's preferences, for every video in this browser. */
export function usePreferences(
  video: RefObject<HTMLVideoElement | null>,
  engine: Engine | null,
): UsePreferences {
  const [preferences, setPreferences] = useState(rememberedPreferences);
  const { speed, heightPixels, volume, soundLanguage } = preferences;

  // Set again when the engine is there: loading resets the speed.
  useEffect(() => {
    if (engine === null || video.current === null) return;
    video.current.playbackRate = speed;
    video.current.volume = volume;
  }, [engine, video, speed, volume]);
  useEffect(() => engine?.chooseHeight(heightPixels), [engine, heightPixels]);
  useEffect(() => engine?.chooseLanguage(soundLanguage), [engine, soundLanguage]);

  function change(changed: Partial<Preferences>): void {
    const chosen = { ...preferences, ...changed };
    setPreferences(chosen);
    rememberPreferences(chosen);
  }
  return { preferences, change };
}
