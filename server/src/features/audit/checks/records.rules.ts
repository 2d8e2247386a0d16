const mostLineCharacters = 8192;
/** All below the space but the end of the line itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]/;

/** Finds lines of a log that are no single JSON object, hold control characters or are too long. */
export function findBadLines(
  lines: readonly string[],
): readonly { readonly line: string; readonly why: string }[] {
  return lines.flatMap((line) => {
    const why = judgeLine(line.endsWith('\n') ? line.slice(0, -1) : line);
    return why === undefined ? [] : [{ line, why }];
  });
}

function judgeLine(line: string): string | undefined {
  if (line.length > mostLineCharacters) return 'longer than 8 KiB';
  if (line.includes('\n') || controls.test(line)) return 'a control character';
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? undefined : 'no JSON object';
  } catch {
    return 'no JSON';
  }
}
