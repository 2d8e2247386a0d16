import { type RefObject, useEffect } from 'react';
import { FOCUSABLE } from '../../../ui/focusable.ts';

/**
 * Keeps the focus in the stage while it fills the screen: behind its last control Tab would go to
 * the page below, which is out of sight. Escape leaves.
 */
export function useFocusInStage(stage: RefObject<HTMLElement | null>, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    function onKeyDown(event: KeyboardEvent) {
      const place = stage.current;
      // A menu or dialog of the stage keeps the focus itself.
      if (event.key !== 'Tab' || event.defaultPrevented || place === null) return;
      const stops = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isStop);
      const [first, last] = [stops[0], stops.at(-1)];
      const at = document.activeElement;
      const isWithin = at !== null && at !== place && place.contains(at);
      const next = event.shiftKey
        ? (!isWithin || at === first) && last
        : (at === last || !place.contains(at)) && first;
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [stage, isActive]);
}

/** Old televisions cannot tell what is visible. */
function isStop(element: HTMLElement): boolean {
  const isSeen = element.checkVisibility?.({ visibilityProperty: true }) ?? true;
  return element.tabIndex >= 0 && isSeen;
}
