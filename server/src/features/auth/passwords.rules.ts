import { type ErrorReason, isAdministrator, type UserType } from '@prahari/contract';

/**
 * NIST SP 800-63B-4, section 3.1.1.2: 15 where the password stands alone, 8 beside a second factor;
 * learners as ordered.
 */
const minLength = { learner: 8, administrator: 15, withSecondFactor: 8 } as const;
export const maxLength = 256;

/** Whole passwords that guessing starts with, folded to lower case. */
const common = new Set(
  `password password1 password12 password123 passw0rd p@ssword p@ssw0rd p@ssword1 12345678 123456789
  1234567890 123123123 11111111 00000000 87654321 987654321 9876543210 88888888 99999999 qwertyui
  qwertyuiop qwerty123 1qaz2wsx q1w2e3r4 asdfghjkl zxcvbnm1 abcd1234 abcdefgh abc12345 iloveyou
  sunshine princess football baseball superman welcome1 welcome123 letmein1 trustno1 whatever
  computer internet starwars michelle jennifer admin123 administrator changeme test1234 testtest
  india123 india@123 bharat123 krishna1 sairam123 ganesh123 jaihind1 namaste1 mumbai123 delhi123
  password@123 admin@123 welcome@123 pass@123 india@1947 1234abcd aaaaaaaa google123 student1
  teacher1 learning kendra123 prahari1 prahari123`.split(/\s+/),
);

/** What passwords are compared as and hashed from: one form for one look (Unicode NFKC). */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

export interface PasswordContext {
  readonly userType: UserType;
  readonly hasSecondFactor: boolean;
  readonly name: string;
  readonly contactNumber: string;
}

/** Null for a good password, else why it is refused. Length is counted in code points. */
export function judgePassword(password: string, context: PasswordContext): ErrorReason | null {
  const normal = normalisePassword(password);
  const least = minLengthFor(context.userType, context.hasSecondFactor);
  if (isShorter(normal, least)) return 'password_too_short';
  if ([...normal].length > maxLength) return 'password_too_long';
  const folded = normal.toLowerCase();
  if (isCommon(folded)) return 'password_too_common';
  const words = [context.name, context.contactNumber, context.contactNumber.slice(-10), 'prahari'];
  const isContext = words.some((word) => {
    const plain = word.toLowerCase();
    return plain.length >= 4 && folded.replaceAll(plain, '').length < 4;
  });
  return isContext ? 'password_contextual' : null;
}

/** Whether it has less than `least` code points, in the form that is compared. */
export function isShorter(password: string, least: number): boolean {
  return [...normalisePassword(password)].length < least;
}

/** Also when common passwords are strung together to reach a length, or keys pressed in a row. */
function isCommon(folded: string): boolean {
  if (common.has(folded) || new Set(folded).size < 3 || isSequence(folded)) return true;
  let rest = folded;
  for (const word of common) rest = rest.replaceAll(word, '');
  return rest.length < 4;
}

/** `12345678901…` and `abcdefgh…`, forwards or backwards. */
function isSequence(folded: string): boolean {
  const steps = [...folded.slice(1)].map((sign, i) => sign.charCodeAt(0) - folded.charCodeAt(i));
  return [1, -1].some((step) => steps.every((by) => by === step || by === -9 * step));
}

/** How many signs a password must have at the least. */
export function minLengthFor(userType: UserType, hasSecondFactor: boolean): number {
  if (!isAdministrator(userType)) return minLength.learner;
  return hasSecondFactor ? minLength.withSecondFactor : minLength.administrator;
}
