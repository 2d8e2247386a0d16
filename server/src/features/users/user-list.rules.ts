export interface PageWindow {
  /** Read in the opposite order, then turned around. */
  readonly isFromEnd: boolean;
  readonly offset: number;
  readonly limit: number;
  /** How many there are to choose from. */
  readonly total: number;
}

/** Which rows to read for a page: counted from the end that is nearer, so the last is as quick as the first. */
export function windowOf(page: number, pageSize: number, total: number): PageWindow {
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const after = total - offset - limit;
  const isFromEnd = limit > 0 && after < offset;
  return { isFromEnd, offset: isFromEnd ? after : offset, limit, total };
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
