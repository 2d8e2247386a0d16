import { foldCharacter, foldForSearch } from '../../../ui/search-fold.ts';

/** Where something was found in a text, in its UTF-16 units. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Finds what is sought where a text contains it, whatever its case, accents and language. */
export function findText(text: string, sought: string): Found | null {
  const wanted = foldForSearch(sought.trim());
  if (wanted === '') return null;
  let folded = '';
  /** For each unit of `folded`, where its character begins and ends in the text. */
  const begins: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = foldCharacter(character);
    const end = at + character.length;
    // A mark that is left out belongs to the letter before it.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (let unit = 0; unit < part.length; unit += 1) {
      begins.push(at);
      ends.push(end);
    }
    folded += part;
    at = end;
  }
  const found = folded.indexOf(wanted);
  if (found === -1) return null;
  return { from: begins[found] ?? 0, to: ends[found + wanted.length - 1] ?? text.length };
}
