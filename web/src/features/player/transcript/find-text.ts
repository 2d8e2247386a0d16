/** Marks that people leave out when they type: accents, the dot of nukta, and unseen joiners. */
const LEFT_OUT = /[\u0300-\u036f\u093c\u200b-\u200d\u2060\ufeff\u00ad]/gu;

/**
 * Makes spellings equal that a reader takes for the same, in whatever language: case, accents, nukta,
 * full and half width, and the digits of scripts of India.
 */
function fold(character: string): string {
  return (
    character
      .normalize('NFKD')
      .replace(LEFT_OUT, '')
      .replace(/[\u0966-\u096f]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0966))
      // By way of the large letters: ß is ss, and both sigmas are one.
      .toUpperCase()
      .toLowerCase()
      .replace(/\s+/gu, ' ')
  );
}

/** Where something was found in a text, in its UTF-16 units. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Finds what is sought where a text contains it, whatever its case, accents and language. */
export function findText(text: string, sought: string): Found | null {
  const wanted = Array.from(sought.trim(), fold).join('');
  if (wanted === '') return null;
  let folded = '';
  /** For each unit of `folded`, where its character begins and ends in the text. */
  const begins: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = fold(character);
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
