import { type ErrorReason, isAdministrator, type UserType } from '@prahari/contract';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * NIST SP 800-63B-4, section 3.1.1.2: 15 for a password alone, 8 beside a second factor; for
 * learners as specified.
 */
const minLength = { learner: 8, administrator: 15, withSecondFactor: 8 } as const;
export const maxLength = 256;

/** Common passwords in India, which foreign lists lack. */
const commonHere =
  `password@123 admin@123 welcome@123 pass@123 india@123 india@1947 india123 bharat123 krishna1
  sairam123 ganesh123 jaihind1 namaste1 mumbai123 delhi123 kendra123 prahari1 prahari123 qwertyui
  password12 student1 teacher1 learning`.split(/\s+/);

/** The 49,000 most common of leaked passwords, the most common first, and ours (ASVS 6.2.4 asks for 3,000). */
const common: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].map((word) => `${word}`.toLowerCase()),
  ...commonHere,
]);

/** Least guesses by the estimate of zxcvbn: with fewer, patience is enough even at our rate limits. */
const leastGuesses = 1e6;
/**
 * Parts that name the person or the place are easy to guess: the rest must be long enough alone.
 */
const leastGuessesInContext = 1e8;
/** Longer passwords take too long to estimate, and are strong unless they are known words in a row. */
const estimatedLength = 24;

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, here: commonHere },
  graphs: adjacencyGraphs,
  maxLength: estimatedLength,
});

/**
 * Normalises a password for comparison and hashing, so that look-alike forms are equal (Unicode
 * NFKC).
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

export interface PasswordContext {
  readonly userType: UserType;
  readonly hasSecondFactor: boolean;
  readonly name: string;
  readonly contactNumber: string;
  /** Of the person's centre; null where it is not known. */
  readonly place: string | null;
}

/** Returns null for a good password, else why it is refused. Length is counted in code points. */
export function judgePassword(password: string, context: PasswordContext): ErrorReason | null {
  const normal = normalisePassword(password);
  const least = findMinLength(context.userType, context.hasSecondFactor);
  if (isShorter(normal, least)) return 'password_too_short';
  if ([...normal].length > maxLength) return 'password_too_long';
  const folded = normal.toLowerCase();
  if (isCommon(folded)) return 'password_too_common';
  const words = listContextWords(context);
  if (normal.length > estimatedLength) {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), folded);
    return rest.length < 4 ? 'password_contextual' : null;
  }
  const { guesses, sequence } = estimator.check(normal, words);
  const plain = restoreLetters(folded);
  const isContext =
    words.some((word) => plain.includes(word) || folded.includes(word)) ||
    sequence.some((part) => part.dictionaryName === 'userInputs');
  if (isContext && guesses < leastGuessesInContext) return 'password_contextual';
  return guesses < leastGuesses ? 'password_too_common' : null;
}

/** Returns words of four characters and more that others know of this person, centre and product. */
function listContextWords({ name, contactNumber, place }: PasswordContext): string[] {
  const national = contactNumber.slice(-10);
  const said = [name, place ?? '', 'prahari', 'kendra'].flatMap((text) =>
    [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)].map((word) => word.toLowerCase()),
  );
  const all = [...said, contactNumber, national, national.slice(0, 6), national.slice(-6)];
  return [...new Set(all)].filter((word) => [...word].length >= 4);
}

const lettersFor: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Replaces characters that people type instead of letters: `pr@h4r1` reads `prahari`. */
function restoreLetters(folded: string): string {
  return [...folded].map((character) => lettersFor[character] ?? character).join('');
}

/** Tells whether it has less than `least` code points, in the form that is compared. */
export function isShorter(password: string, least: number): boolean {
  return [...normalisePassword(password)].length < least;
}

/**
 * Recognises common passwords, also strung together to reach a length, and keys pressed in a row.
 */
function isCommon(folded: string): boolean {
  if (common.has(folded) || new Set(folded).size < 3 || isSequence(folded)) return true;
  return countWithoutCommon(folded) < 4;
}

/** Counts characters that are in no common password of six and more, the longest taken first. */
function countWithoutCommon(folded: string): number {
  let left = 0;
  for (let at = 0; at < folded.length; ) {
    const longest = Math.min(20, folded.length - at);
    let taken = longest;
    while (taken >= 6 && !common.has(folded.slice(at, at + taken))) taken -= 1;
    if (taken < 6) left += 1;
    at += taken < 6 ? 1 : taken;
  }
  return left;
}

/** Recognises `12345678901…` and `abcdefgh…`, forwards or backwards. */
function isSequence(folded: string): boolean {
  const steps = [...folded.slice(1)].map(
    (character, i) => character.charCodeAt(0) - folded.charCodeAt(i),
  );
  return [1, -1].some((step) => steps.every((by) => by === step || by === -9 * step));
}

/** Tells whether the password has too few characters for this user. */
export function isTooShort(
  password: string,
  { userType, hasSecondFactor }: Pick<PasswordContext, 'userType' | 'hasSecondFactor'>,
): boolean {
  return isShorter(password, findMinLength(userType, hasSecondFactor));
}

/** Returns how many characters a password must have at the least. */
export function findMinLength(userType: UserType, hasSecondFactor: boolean): number {
  if (!isAdministrator(userType)) return minLength.learner;
  return hasSecondFactor ? minLength.withSecondFactor : minLength.administrator;
}
