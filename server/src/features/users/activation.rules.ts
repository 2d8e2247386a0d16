import { normaliseCode, readableCode, sameBytes, sha256 } from '../../platform/crypto/codes.ts';

/** 16 signs are about 79 bits: out of reach of guessing even without the limit of attempts. */
const codeLength = 16;
const maxAttempts = 10;

/** A new activation code and the form that is stored. */
export function makeActivationCode(): { code: string; codeHash: Buffer } {
  const code = readableCode(codeLength);
  return { code, codeHash: sha256(normaliseCode(code)) };
}

/** Whether what was typed is the code, in time, and not after too many attempts. */
export function isActivationGood(
  stored: { codeHash: Buffer; expiresAt: Date; attempts: number },
  typed: string,
  now: Date,
): boolean {
  const matches = sameBytes(sha256(normaliseCode(typed)), stored.codeHash);
  return matches && stored.attempts <= maxAttempts && now < stored.expiresAt;
}
