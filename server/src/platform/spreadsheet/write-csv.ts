import { neutraliseCell } from '@prahari/contract';

/** Formats one cell that is always text and never a formula, quoted as in RFC 4180. */
export function formatCsvCell(text: string): string {
  const safe = neutraliseCell(text);
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** Removes the apostrophe that `formatCsvCell`, or a user of a spreadsheet program, put there. */
export function removeApostrophe(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}

/** Excel recognises UTF-8 by it. */
export const byteOrderMark = '\uFEFF';
