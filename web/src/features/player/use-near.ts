import { type RefObject, useEffect, useState } from 'react';

/** Of somebody who looks at more than the video, or has begun to play it. */
const moves = ['wheel', 'scroll', 'keydown', 'click'] as const;

/** True from when the learner first did something in the page on. */
export function useMoved(): boolean {
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    if (hasMoved) return;
    const note = () => setHasMoved(true);
    const how = { capture: true, passive: true };
    for (const move of moves) window.addEventListener(move, note, how);
    return () => {
      for (const move of moves) window.removeEventListener(move, note, how);
    };
  }, [hasMoved]);
  return hasMoved;
}

/**
 * True from when an element was first so many pixels below the window, or nearer; fewer than none
 * are within it.
 */
export function useNear(place: RefObject<HTMLElement | null>, pixelsBelow: number): boolean {
  const [isNear, setIsNear] = useState(!('IntersectionObserver' in window));
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `0px 0px ${pixelsBelow}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear, place, pixelsBelow]);
  return isNear;
}
