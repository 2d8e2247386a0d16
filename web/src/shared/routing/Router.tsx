import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatHref, type Target } from './address.ts';
import type { AddressBar } from './browser-address.ts';
import { type NavigateOptions, RouterContext } from './use-address.ts';

interface RouterProps {
  readonly bar: AddressBar;
  readonly children: ReactNode;
}

/**
 * Keeps the page and the address together. Pages change in a transition: the old one stays until
 * the new one is ready.
 */
export function Router({ bar, children }: RouterProps) {
  const [address, setAddress] = useState(bar.read);
  const wantsTop = useRef(false);

  const follow = useCallback(() => startTransition(() => setAddress(bar.read())), [bar]);
  useEffect(() => bar.onMove(follow), [bar, follow]);

  const navigate = useCallback(
    (to: Target, { replace = false }: NavigateOptions = {}) => {
      const before = bar.read();
      bar.write(formatHref(to, before), replace ? 'replace' : 'push');
      wantsTop.current ||= !replace && bar.read().pathname !== before.pathname;
      follow();
    },
    [bar, follow],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the new page
  useLayoutEffect(() => {
    // The browser restores the scroll position on the way back; a new page starts at its top.
    if (wantsTop.current) window.scrollTo(0, 0);
    wantsTop.current = false;
  }, [address.pathname]);

  const value = useMemo(() => ({ address, navigate }), [address, navigate]);
  return <RouterContext value={value}>{children}</RouterContext>;
}
