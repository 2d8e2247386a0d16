import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Takes the focus when this appears in place of what had it: people with a keyboard or screen
 * reader would start at the top of the page again. If something else has the focus, it stays there.
 */
export function useLostFocus(place: RefObject<HTMLElement | null>, isWanted = true): void {
  const take = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isWanted && isLost) place.current?.focus({ preventScroll: true });
  });
  useEffect(() => take(), []);
}
