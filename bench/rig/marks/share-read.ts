const signsOf = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '');

/** The share of the code's characters that appear in the text, in one place and in order. */
export function shareRead(text: string, code: string): number {
  const [read, wanted] = [signsOf(text), signsOf(code)];
  // Fewest changes that make the code of any part of the text (Sellers).
  let row = Array.from({ length: read.length + 1 }, () => 0);
  for (const [index, sign] of [...wanted].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...read].entries()) {
      const change = (row[at] ?? 0) + (sign === other ? 0 : 1);
      next.push(Math.min(change, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - Math.min(...row) / wanted.length;
}
