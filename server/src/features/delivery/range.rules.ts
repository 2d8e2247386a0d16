export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

const singleRange = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;

/**
 * Reads the one requested range (RFC 9110, section 14.1.2). `whole` where there is none, or one
 * that a server may ignore: several ranges, other units, malformed.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = singleRange.exec(header?.replaceAll(/[ \t]/g, '') ?? '');
  if (!match) return 'whole';
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), sizeBytes - 1) : sizeBytes - 1;
  if (last && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** Compares with `If-None-Match` (RFC 9110, section 13.1.2), weakly. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Judges `If-Range` (RFC 9110, section 13.1.5): a range is answered only for the very same object. */
export function canAnswerRange(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
