import { type ReactNode, useState } from 'react';
import { parseAddress } from '../address.ts';
import type { AddressBar } from '../browser-address.ts';
import { Router } from '../Router.tsx';

interface MemoryRouterProps {
  /** The first address. */
  readonly at?: string;
  readonly children: ReactNode;
}

/** A router for tests, whose address is a variable. */
export function MemoryRouter({ at = '/', children }: MemoryRouterProps) {
  const [bar] = useState(() => memoryAddress(at));
  return <Router bar={bar}>{children}</Router>;
}

function memoryAddress(start: string): AddressBar {
  let address = parseAddress(start);
  return {
    read: () => address,
    write(href) {
      address = parseAddress(href);
    },
    onMove: () => () => undefined,
  };
}
