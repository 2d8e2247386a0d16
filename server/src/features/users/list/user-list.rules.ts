export interface ListWindow {
  /** Read in the opposite order, then turned around. */
  readonly isFromEnd: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Plans which rows to read for a page, counted from the nearer end, so that the last page is as
 * fast as the first.
 */
export function planWindow(page: number, pageSize: number, total: number): ListWindow {
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const after = total - offset - limit;
  const isFromEnd = limit > 0 && after < offset;
  return { isFromEnd, offset: isFromEnd ? after : offset, limit };
}

/**
 * A position in a list, for keyset pagination: the sort key and id of the user there. `key` is null
 * where the value is empty.
 */
export interface ListAnchor {
  readonly id: string;
  readonly key: string | null;
}

const anchorsPerList = 2000;

/**
 * Plans how many users lie between two anchors. Lists of up to `anchoredWhole` users have an anchor
 * for each: the rarer the matches, the longer the walk from one anchor to the next. Otherwise a power
 * of two, so that a few more or fewer users do not change it.
 */
export function planAnchorStep(total: number, anchoredWhole: number): number {
  return total <= anchoredWhole
    ? 1
    : 2 ** Math.ceil(Math.log2(Math.max(2, total / anchorsPerList)));
}

/** Finds the anchor at or before an offset, and how many users lie between. */
export function findAnchor(
  offset: number,
  step: number,
  anchors: number,
): { readonly index: number; readonly skipped: number } {
  const index = Math.max(0, Math.min(Math.floor(offset / step), anchors - 1));
  return { index, skipped: offset - index * step };
}

/** Looks like (part of) a phone number rather than a name. */
const numberLike = /^\+?[\d\s().-]{4,}$/;
const controlCharacters = /\p{Cc}/gu;

/**
 * Reads what was typed into a search: without control characters; numbers as they are stored,
 * without spaces.
 */
export function readSearchTerm(typed: string | undefined): string | undefined {
  const plain = (typed ?? '').replace(controlCharacters, '').trim();
  const term = numberLike.test(plain) ? plain.replace(/[\s().-]/g, '') : plain;
  return term === '' ? undefined : term;
}
