/** Marks that people leave out when they type: accents of Latin, the nukta, and what is not seen. */
const LEFT_OUT = /[\u0300-\u036f\u093c\u200b-\u200d\u2060\ufeff\u00ad]/gu;

/**
 * Makes spellings equal that a reader takes for the same, in whatever language: अलीगढ़ is found in
 * both ways that Unicode writes it and without its dot, चाँद also as चांद, १२ as 12, São as sao.
 */
export function foldForSearch(text: string): string {
  return Array.from(text, foldCharacter).join('');
}

/** Folds one character, into none or some: a text is the sum of its characters. */
export function foldCharacter(character: string): string {
  return (
    character
      .normalize('NFKD')
      .replace(LEFT_OUT, '')
      .replaceAll('\u0901', '\u0902')
      .replace(/[\u0966-\u096f]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0966))
      // By way of the large letters: ß is ss, as is ẞ, and both sigmas are one.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/\s+/gu, ' ')
  );
}
