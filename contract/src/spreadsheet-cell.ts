/**
 * Spreadsheet programs run a cell that begins like this as a formula (CWE-1236), with full-width
 * characters too. An apostrophe is among them, because an import removes exactly one.
 */
const dangerousStart = /^['=+\-@\t\r\n＝＋－＠]/u;

/** Makes a text that no spreadsheet program runs: an apostrophe before it marks it as plain text. */
export function neutraliseCell(text: string): string {
  return dangerousStart.test(text) ? `'${text}` : text;
}
