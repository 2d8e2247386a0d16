/** The current place in the app: the parts of the address after the origin. */
export interface Address {
  readonly pathname: string;
  /** Empty, or with its `?`. */
  readonly search: string;
  /** Empty, or with its `#`. */
  readonly hash: string;
}

/** A path with what follows it, or the parts that change: `{ search }` stays on the page. */
export type Target = string | { readonly pathname?: string; readonly search?: string };

/** Returns the path to put into a link or the address bar. */
export function formatHref(to: Target, from: Address): string {
  if (typeof to === 'string') return to;
  const search = to.search ?? '';
  const mark = search === '' || search.startsWith('?') ? '' : '?';
  return `${to.pathname ?? from.pathname}${mark}${search}`;
}

export function parseAddress(href: string): Address {
  const { pathname, search, hash } = new URL(href, 'http://app.invalid');
  return { pathname, search, hash };
}
