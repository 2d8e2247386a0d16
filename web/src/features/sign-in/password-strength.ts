export type Strength = 'short' | 'fair' | 'good';

/** NIST SP 800-63B-4, section 3.1.1.2: length is what counts; 15 is also our rule for administrators. */
const FAIR_LENGTH = 8;
const GOOD_LENGTH = 15;

/** A hint while typing; the server is the judge. Counts code points, as the rule does. */
export function passwordStrength(password: string): Strength {
  const length = Array.from(password).length;
  const variety = new Set(password).size;
  if (length < FAIR_LENGTH || variety < 4) return 'short';
  return length >= GOOD_LENGTH && variety >= 8 ? 'good' : 'fair';
}
