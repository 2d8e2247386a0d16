import { type Address, parseAddress } from './address.ts';

/** The store of the current address: the browser's history, or a variable in tests. */
export interface AddressBar {
  read(): Address;
  write(href: string, how: 'push' | 'replace'): void;
  /**
   * Calls back when the address changes otherwise: by the back button. @returns a function that
   * stops it.
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
