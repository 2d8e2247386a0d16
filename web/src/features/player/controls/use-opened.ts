import { useEffect, useState } from 'react';
import { isLeaveKey } from '../fullscreen/leave-key.ts';
import { playbackKey } from './playback-key.ts';

/** The opened menu of the player: one is open at a time. */
export interface MenuPlace {
  /** Shows over the picture in fullscreen, and below its marks. */
  readonly container: HTMLElement;
  /** Has the keys again when a click closed the menu. */
  readonly focusAfterClick: HTMLElement;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The panels that the row of controls opens over the picture. */
export type Opened = 'settings' | 'chapters' | 'help';

/** Knows which menu or dialog is open: one at a time. */
export function useOpened() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    if (opened === null) return;
    // As Escape does, which the kit sees to; fullscreen stays. What a key opened, it closes too.
    function onKeyDown(event: KeyboardEvent) {
      const isHelpAgain = opened === 'help' && playbackKey(event)?.act === 'help';
      if (!isHelpAgain && (event.key === 'Escape' || !isLeaveKey(event))) return;
      event.preventDefault();
      setOpened(null);
    }
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [opened]);

  /** For the one of that name. */
  function steer(name: Opened): Pick<MenuPlace, 'open' | 'onOpenChange'> {
    return {
      open: opened === name,
      // Its own end does not close what was opened in its place.
      onOpenChange: (isOpen) => setOpened((now) => (isOpen ? name : now === name ? null : now)),
    };
  }
  return { opened, steer };
}
