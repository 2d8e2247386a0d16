export type Strength = 'short' | 'fair' | 'good';

/** NIST SP 800-63B-4, section 3.1.1.2: length is what counts, and 15 characters are enough without a second factor. */
const GOOD_LENGTH = 15;

/**
 * Judges a password as a hint while typing; the server is the judge. Counts code points, as the
 * rule does.
 * @param minLength what this user's password needs at least
 */
export function judgePasswordStrength(password: string, minLength: number): Strength {
  const length = Array.from(password).length;
  const variety = new Set(password).size;
  if (length < minLength || variety < 4) return 'short';
  return length >= GOOD_LENGTH && variety >= 8 ? 'good' : 'fair';
}
