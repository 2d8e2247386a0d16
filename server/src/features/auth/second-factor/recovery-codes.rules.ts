import { hmacSha256, normaliseCode, readableCode } from '../../../platform/crypto/codes.ts';

const codesAtOnce = 10;
/** 12 signs are about 59 bits; the key of the hash keeps them from being searched in a stolen table. */
const codeLength = 12;

/** Makes a new set of codes, as they are shown once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codesAtOnce }, () => readableCode(codeLength));
}

/** Returns the form in which a code is stored, the same for every way of typing it. */
export function recoveryCodeHash(key: Uint8Array, userId: string, typed: string): Buffer {
  return hmacSha256(key, `recovery-code:${userId}:${normaliseCode(typed)}`);
}
