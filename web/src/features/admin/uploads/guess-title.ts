/**
 * A first guess at a video's title from the name of its file: without the ending, with spaces for
 * underscores, and for dashes where the name has no spaces of its own, and with a capital.
 */
export function guessTitle(fileName: string): string {
  const name = fileName.replace(/\.[^.]{1,5}$/u, '');
  // Dashes beside spaces were typed by a person; those between digits are of dates.
  const words = /\s/u.test(name) ? name : name.replace(/(?<!\d)-+|-+(?!\d)/gu, ' ');
  return words
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .replace(/^\p{Ll}(?!\p{Lu})/u, (first) => first.toUpperCase())
    .slice(0, 200);
}
