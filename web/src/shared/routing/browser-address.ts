import { type Address, parseAddress } from './address.ts';

/** Where the present address is kept: the browser's history, or a variable in tests. */
export interface AddressBar {
  read(): Address;
  write(href: string, how: 'push' | 'replace'): void;
  /**
   * Calls back when the address changed otherwise: by the back button. @returns how to stop
   * listening.
   */
  onMove(listener: () => void): () => void;
}

export const browserAddress: AddressBar = {
  read: () => parseAddress(window.location.href),
  write(href, how) {
    if (how === 'replace') window.history.replaceState(null, '', href);
    else window.history.pushState(null, '', href);
  },
  onMove(listener) {
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  },
};
