/**
 * First letters of the first and last word, kept whole in scripts that combine characters; of the
 * first word alone where the last is in another script.
 */
export function formatInitials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  if (first === undefined) return '';
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  const letters = [firstLetter(first), firstLetter(last)].filter(Boolean);
  const isOneScript = letters.every(isLatin) || !letters.some(isLatin);
  return letters
    .slice(0, isOneScript ? 2 : 1)
    .join('')
    .toLocaleUpperCase();
}

function isLatin(letter: string): boolean {
  return /^\p{Script=Latin}/u.test(letter);
}

const virama = /\u094d$/u;

/**
 * Returns a letter with its vowel signs (Unicode marks), so that Devanagari stays whole; without the
 * virama that joins it to the next one.
 */
function firstLetter(word: string): string {
  return word.match(/^\P{M}\p{M}*/u)?.[0].replace(virama, '') ?? '';
}
