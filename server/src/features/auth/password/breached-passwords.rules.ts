import { hash } from 'node:crypto';
import { normalisePassword } from './passwords.rules.ts';

/**
 * The part sent to a range service and the part that stays here: 5 and 35 hexadecimal digits of
 * SHA-1.
 */
export interface RangeQuestion {
  readonly prefix: string;
  readonly suffix: string;
}

/** So many passwords share a prefix that it tells the service nothing (k-anonymity). */
const prefixDigits = 5;

export function createRangeQuestion(password: string): RangeQuestion {
  const digest = hash('sha1', normalisePassword(password), 'hex').toUpperCase();
  return { prefix: digest.slice(0, prefixDigits), suffix: digest.slice(prefixDigits) };
}

/**
 * Tells whether lines of `SUFFIX:COUNT` name the suffix. Lines that only pad the answer
 * have the count 0.
 */
export function isInRange(answer: string, suffix: string): boolean {
  for (const [, listed = '', count = '0'] of answer.matchAll(/^([0-9A-F]{35}):(\d{1,12})\s*$/gim)) {
    if (listed.toUpperCase() === suffix) return Number(count) > 0;
  }
  return false;
}
