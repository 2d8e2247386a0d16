import { generateReadableCode, hmacSha256, normaliseCode } from '../../../platform/crypto/codes.ts';

const codesAtOnce = 10;
/** 12 characters are about 59 bits; the key of the hash keeps them from being searched in a stolen table. */
const codeLength = 12;

/** Generates a new set of codes, as they are shown once. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codesAtOnce }, () => generateReadableCode(codeLength));
}

/** Hashes a code as it is stored, the same for every way of typing it. */
export function hashRecoveryCode(key: Uint8Array, userId: string, typed: string): Buffer {
  return hmacSha256(key, `recovery-code:${userId}:${normaliseCode(typed)}`);
}
