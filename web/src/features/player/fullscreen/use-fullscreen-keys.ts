import { useEffect, useEffectEvent } from 'react';
import { hasOwnUse } from '../controls/own-keys.ts';
import type { FullscreenEvent } from './fullscreen-rule.ts';
import { isLeaveKey } from './leave-key.ts';

export interface FullscreenKeysInput {
  readonly fullscreen: boolean;
  /** Space is typed text then, even before the field is there. */
  readonly isWriting: boolean;
}

/**
 * F11, Escape and Space (specification, section 2). A browser's own F11 makes the window large
 * without `fullscreenElement`, so it is prevented and done by us.
 */
export function useFullscreenKeys(
  { fullscreen, isWriting }: FullscreenKeysInput,
  send: (event: FullscreenEvent) => void,
) {
  const toggle = useEffectEvent(() => {
    if (!isWriting) send('play-toggled');
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'F11') {
        event.preventDefault();
        if (!event.repeat) send('fullscreen-toggled');
      } else if (isLeaveKey(event)) {
        // An open menu or dialog was closed by it.
        if (event.defaultPrevented) return;
        // Outside, back leads to the page before.
        if (fullscreen && event.key !== 'Escape') event.preventDefault();
        send('exit-asked');
      } else if (event.key === ' ' && fullscreen && !takesSpace(event.target)) {
        event.preventDefault();
        if (!event.repeat) toggle();
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [fullscreen, send]);
}

/** Space presses a button, chooses in a menu, and parts words. */
function takesSpace(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement || hasOwnUse(target, ' ');
}
