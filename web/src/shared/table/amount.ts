/** Writes a whole number as calls take it, in digits; null for anything else and beyond `most`. */
export function formatWholeAmount(value: unknown, most: number): string | null {
  return Number.isInteger(value) && typeof value === 'number' && value >= 0 && value <= most
    ? value.toFixed(0)
    : null;
}
