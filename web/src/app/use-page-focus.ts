import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from '../shared/routing/use-address.ts';

/**
 * Moves the focus to the heading of a page that another one led to, as a browser does that loads a
 * page: Tab goes on in its content, and a screen reader says where one is. The scroll position stays
 * with the router and the browser. What the page itself gave the focus to keeps it.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    const place = main.current;
    // A player sees to its own focus, also in fullscreen.
    if (place === null || pathname.startsWith('/watch/')) return undefined;
    if (isIn(place, document.activeElement)) return undefined;
    return focusHeading(place);
  }, [pathname, main]);
}

/** A page has no heading before its data is there: until then its place has the focus. */
function focusHeading(place: HTMLElement): () => void {
  const take = () => {
    const heading = place.querySelector('h1');
    if (heading === null) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (take()) return () => undefined;
  place.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    const isWaiting = document.activeElement === place;
    if (!isWaiting || take()) observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function isIn(place: HTMLElement, focused: Element | null): boolean {
  return focused !== null && focused !== place && place.contains(focused);
}
