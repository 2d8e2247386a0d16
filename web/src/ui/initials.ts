/** First letters of the first and last word, kept whole in scripts that combine characters. */
export function formatInitials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  if (first === undefined) return '';
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  return `${firstLetter(first)}${firstLetter(last)}`.toLocaleUpperCase();
}

/** Returns a letter with its vowel signs (Unicode marks), so that Devanagari stays whole. */
function firstLetter(word: string): string {
  return word.match(/^\P{M}\p{M}*/u)?.[0] ?? '';
}
