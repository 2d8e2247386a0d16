import {
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Without look-alikes (0 O 1 I L), so that a code survives being read aloud or off a recording. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Makes a random code of `length` characters, about 4.95 bits each, in groups: `7KQM-X2PD`. */
export function generateReadableCode(length: number, groupLength = 4): string {
  const signs = Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]);
  return signs.map((sign, i) => (i > 0 && i % groupLength === 0 ? `-${sign}` : sign)).join('');
}

/** Normalises typed codes to the form that was hashed. */
export function normaliseCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Generates `bytes` random bytes as base64url. */
export function generateToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Given bare bytes, Node takes seven times as long, and each segment needs two (`bench -- load`). */
const secretKeys = new WeakMap<Uint8Array, KeyObject>();

/** @param key the same bytes for as long as the array lives */
export function hmacSha256(key: Uint8Array, text: string): Buffer {
  const secretKey = secretKeys.get(key) ?? createSecretKey(key);
  secretKeys.set(key, secretKey);
  return createHmac('sha256', secretKey).update(text).digest();
}

/** Compares in constant time; false for different lengths. */
export function hasSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
