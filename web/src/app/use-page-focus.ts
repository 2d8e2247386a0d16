import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from '../shared/routing/use-address.ts';

/**
 * Moves the focus to the main part when a link within it led to another page and went with its own:
 * keys and screen readers go on there. What still has the focus, such as the navigation, keeps it.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // A player sees to its own focus, also in fullscreen.
    if (pathname.startsWith('/watch/') || document.activeElement !== document.body) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
