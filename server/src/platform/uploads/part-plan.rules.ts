import type { ArrivingFile, StoredPiece } from './upload-store.ts';

const mebibyte = 1024 ** 2;
/** S3 takes no smaller parts than 5 MiB; each costs a request. */
const usualPartBytes = 8 * mebibyte;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const mostParts = 10_000;

/** Returns the size in bytes of the parts in which a file is stored, whole mebibytes. */
export function planPartBytes(lengthBytes: number): number {
  const least = Math.ceil(lengthBytes / mostParts / mebibyte) * mebibyte;
  return Math.max(usualPartBytes, least);
}

/** A part as the store lists it. */
export interface ListedPart {
  readonly number: number;
  readonly sizeBytes: number;
  readonly etag: string;
}

/**
 * Compares what was stored of a whole file with the parts that the store lists.
 * @returns from which offset on bytes are missing or others; null when all are there
 */
export function findLostOffset(
  file: Pick<ArrivingFile, 'lengthBytes' | 'pieces'>,
  partBytes: number,
  listed: readonly ListedPart[],
): number | null {
  const stored = new Map<number, StoredPiece>();
  for (const piece of file.pieces)
    if (piece.objectKey === null) stored.set(piece.offsetBytes, piece);
  const there = new Map(listed.map((part) => [part.number, part]));
  for (let offset = 0; offset < file.lengthBytes; offset += partBytes) {
    const piece = stored.get(offset);
    const part = there.get(offset / partBytes + 1);
    const sizeBytes = Math.min(partBytes, file.lengthBytes - offset);
    const isThere = piece && part?.sizeBytes === sizeBytes && piece.sizeBytes === sizeBytes;
    if (!isThere || trimQuotes(piece.etag) !== trimQuotes(part.etag)) return offset;
  }
  return null;
}

/** Some servers answer an ETag in quotes here and without them there. */
function trimQuotes(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1');
}
