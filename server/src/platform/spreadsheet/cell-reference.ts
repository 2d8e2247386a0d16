/** Parses the column of a reference: `C5` is column 2; null for anything else. */
export function parseColumn(reference: string): number | null {
  const letters = /^([A-Z]{1,3})[1-9]\d{0,6}$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
}

/** Formats a reference: column 2 in row 5 is `C5`. */
export function formatReference(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

/**
 * Writes a number as typed: whole ones without exponent or decimals, so that phone numbers are
 * kept.
 */
export function formatNumber(stored: string): string {
  const value = Number(stored);
  return stored.trim() !== '' && Number.isSafeInteger(value) ? String(value) : stored;
}
