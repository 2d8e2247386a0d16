/** Characters that a spreadsheet program takes for the beginning of a formula (CWE-1236). */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/u;

/**
 * Writes one cell that is always text, quoted as in RFC 4180. A text that begins like a formula
 * gets a leading apostrophe, and so does one that begins with an apostrophe already, so that a
 * reader who removes exactly one gets the original text.
 */
export function formatCsvCell(text: string): string {
  const safe = formulaStart.test(text) || text.startsWith("'") ? `'${text}` : text;
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** Takes away the apostrophe that `formatCsvCell`, or a person in a spreadsheet program, put there. */
export function removeApostrophe(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}

/** By it Excel knows that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';
