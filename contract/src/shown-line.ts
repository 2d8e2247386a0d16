import * as z from 'zod/mini';

/**
 * What turns the direction of the text behind it (UAX #9), or breaks the line: within a name it
 * rewrites the sentence that names it. Phones put such marks around what is copied from contacts.
 */
const rewriting = /[\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;

/** Neither blank, nor a mark on another letter, nor one of the letters that are drawn as nothing. */
const visible = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** Removes the marks by which a name would rewrite what stands around it. */
export function removeRewriting(text: string): string {
  return text.replace(rewriting, '');
}

/** Tells whether anything of a text can be seen. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/**
 * Makes the schema of a name: one line, without control characters, since it is shown to others and
 * written into exports; and not blank, since lists lead by it to what it names.
 */
export function shownLine(longest: number) {
  return z
    .string()
    .check(
      z.overwrite(removeRewriting),
      z.trim(),
      z.minLength(1),
      z.maxLength(longest),
      z.regex(/^\P{Cc}*$/u),
      z.refine(isVisible),
    );
}
