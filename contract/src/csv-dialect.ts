const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * Detects the delimiter by the header line: spreadsheet programs write the one that is usual in their
 * country. Delimiters within quotes do not count; the comma wins a tie.
 */
export function detectDelimiter(start: string): Delimiter {
  const [header = ''] = start.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  let best: Delimiter = ',';
  for (const candidate of delimiters) {
    if (countSign(header, candidate) > countSign(header, best)) best = candidate;
  }
  return best;
}

function countSign(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
