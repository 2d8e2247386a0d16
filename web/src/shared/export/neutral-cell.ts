/**
 * Spreadsheets run a cell that begins like this as a formula (CWE-1236), the full-width characters too.
 * An apostrophe is among them so that the import, which strips exactly one, gets back what was there.
 */
const DANGEROUS = /^['=+\-@\t\r\n＝＋－＠]/;

/** Text that no spreadsheet runs: an apostrophe in front makes it a plain text to all of them. */
export function neutraliseCell(text: string): string {
  return DANGEROUS.test(text) ? `'${text}` : text;
}
