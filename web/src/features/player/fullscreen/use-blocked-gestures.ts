import { type RefObject, useEffect } from 'react';

const BLOCKED = ['contextmenu', 'selectstart', 'dragstart'] as const;

/** Right-click, selection and dragging on the video do nothing (specification, section 2). */
export function useBlockedGestures(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const block = (event: Event) => event.preventDefault();
    for (const gesture of BLOCKED) element.addEventListener(gesture, block);
    return () => {
      for (const gesture of BLOCKED) element.removeEventListener(gesture, block);
    };
  }, [stage]);
}
