export type Strength = 'short' | 'fair' | 'good';

/** NIST SP 800-63B-4, section 3.1.1.2: length is what counts, and 15 characters are enough without a second factor. */
const GOOD_LENGTH = 15;

/** Whether the server will refuse it for its length, in code points. */
export function isTooShort(password: string, minLength: number): boolean {
  return Array.from(password).length < minLength;
}

/**
 * Judges a password as a hint while typing; the server is the judge. Counts code points, as the
 * rule does.
 * @param minLength what this user's password needs at least
 */
export function judgePasswordStrength(password: string, minLength: number): Strength {
  const length = Array.from(password).length;
  const variety = new Set(password).size;
  if (isTooShort(password, minLength) || variety < 4) return 'short';
  return length >= GOOD_LENGTH && variety >= 8 ? 'good' : 'fair';
}
