const PARAMETER = 'next';
const HOME = '/';

/** The sign-in address that remembers the page that the user was on. */
export function signInPath(from: { pathname: string; search: string }): string {
  const page = `${from.pathname}${from.search}`;
  return page === HOME ? '/login' : `/login?${PARAMETER}=${encodeURIComponent(page)}`;
}

/**
 * Returns the page to go to after sign-in. Only a path of this app: an address is a claim, and must
 * not lead away (CWE-601).
 * @param home where the user begins otherwise
 */
export function returnPath(search: string, origin: string, home: string = HOME): string {
  const wanted = new URLSearchParams(search).get(PARAMETER);
  if (wanted === null || !wanted.startsWith('/')) return home;
  const url = parse(wanted, origin);
  if (url === null || url.origin !== origin) return home;
  // Dots that are resolved can leave two slashes, behind which stands a host.
  if (url.pathname.startsWith('//')) return home;
  const isEntry = ['/login', '/activate', '/forgot-password'].includes(url.pathname);
  return isEntry ? home : `${url.pathname}${url.search}`;
}

function parse(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin);
  } catch {
    return null;
  }
}
