import type { Finding } from './finding.ts';

export interface StorageFacts {
  readonly hasCookies: boolean;
  /** Whether what was written into the browser's database could be read again. */
  readonly hasDatabase: boolean;
  /** Bytes that pages of this address may still keep; null where browsers don't tell. */
  readonly freeBytes: number | null;
}

/** The device's key and the sign-in need little room; less than this fails one day. */
const leastBytes = 10 * 1024 ** 2;

/**
 * Judges what the browser stores. Without cookies and a database users don't stay signed in, and
 * segments are refused.
 */
export function judgeStorage({ hasCookies, hasDatabase, freeBytes }: StorageFacts): Finding {
  const facts = [
    `cookies ${hasCookies ? 'yes' : 'no'}`,
    `database ${hasDatabase ? 'yes' : 'no'}`,
    `free ${freeBytes === null ? 'unknown' : `${Math.round(freeBytes / 1024 ** 2)} MiB`}`,
  ].join(', ');
  if (!hasCookies || !hasDatabase) {
    return { verdict: 'problem', says: 'storageDenied', step: 'storageDeniedStep', facts };
  }
  if (freeBytes !== null && freeBytes < leastBytes) {
    return { verdict: 'note', says: 'storageFull', step: 'storageFullStep', facts };
  }
  return { verdict: 'good', says: 'storageGood', step: null, facts };
}
