export type SheetFormat = 'csv' | 'xlsx';

/** A ZIP file begins with its first local header (APPNOTE 6.3.10, section 4.3.7). */
const zipSignature = Buffer.from('PK\x03\x04', 'latin1');
/** Enough to tell text from anything else. */
export const sniffedBytes = 4096;

/**
 * Recognises a file by its first bytes; its sender's claim is ignored (OWASP ASVS 5.0, 5.2.2). Null
 * when it is neither: text contains no NUL.
 */
export function detectSheetFormat(head: Uint8Array): SheetFormat | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, sniffedBytes));
  if (start.subarray(0, zipSignature.length).equals(zipSignature)) return 'xlsx';
  return !start.includes(0) && !start.subarray(0, 5).equals(Buffer.from('%PDF-')) ? 'csv' : null;
}
