import { useEffect, useEffectEvent } from 'react';
import { type PlaybackKey, playbackKey } from './playback-key.ts';

/** Lists, sliders and fields have their own use for arrows and letters. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement
  );
}

export function usePlaybackKeys(isActive: boolean, onKey: (key: PlaybackKey) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return;
    function onKeyDown(event: KeyboardEvent) {
      const key = isBusy(event.target) ? null : playbackKey(event);
      if (key === null) return;
      event.preventDefault();
      act(key);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive]);
}
