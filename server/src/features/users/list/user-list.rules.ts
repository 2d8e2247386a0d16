export interface ListWindow {
  /** Read in the opposite order, then turned around. */
  readonly isFromEnd: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Which rows to read for a page: counted from the end that is nearer, so the last is as quick as the first. */
export function windowOf(page: number, pageSize: number, total: number): ListWindow {
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const after = total - offset - limit;
  const isFromEnd = limit > 0 && after < offset;
  return { isFromEnd, offset: isFromEnd ? after : offset, limit };
}

/** A place in a list: where its order stands there. `key` is null where the value is empty. */
export interface Landmark {
  readonly id: string;
  readonly key: string | null;
}

const landmarksOfList = 2000;

/**
 * A landmark every so many users. Of no more than `markedWhole` every one: the rarer the matches,
 * the longer the walk between landmarks. A power of two, which the next count will not change.
 */
export function landmarkStep(total: number, markedWhole: number): number {
  return total <= markedWhole ? 1 : 2 ** Math.ceil(Math.log2(Math.max(2, total / landmarksOfList)));
}

/** The landmark at or before a place, and how many users lie between. */
export function placeOf(
  offset: number,
  step: number,
  landmarks: number,
): { readonly mark: number; readonly skipped: number } {
  const mark = Math.max(0, Math.min(Math.floor(offset / step), landmarks - 1));
  return { mark, skipped: offset - mark * step };
}

/** Looks like (part of) a phone number rather than a name. */
const numberLike = /^\+?[\d\s().-]{4,}$/;
const controlCharacters = /\p{Cc}/gu;

/** What is looked for: without control characters; numbers as they are stored, without spaces. */
export function searchTerm(typed: string | undefined): string | undefined {
  const plain = (typed ?? '').replace(controlCharacters, '').trim();
  const term = numberLike.test(plain) ? plain.replace(/[\s().-]/g, '') : plain;
  return term === '' ? undefined : term;
}
