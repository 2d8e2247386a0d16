import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals bytes with AES-256-GCM under a 32-byte key. `context` is authenticated, not stored, so a
 * sealed value can't be moved to another row. Layout: version (1), IV (12), tag (16), ciphertext.
 */
export function seal(key: Uint8Array, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
}

export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/** @throws UnsealError when key, context or bytes are not the ones that were sealed */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const head = 1 + ivBytes + tagBytes;
  if (sealed.length < head || sealed[0] !== version) throw new UnsealError('not a sealed value');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + ivBytes));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(1 + ivBytes, head));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]);
  } catch (cause) {
    throw new UnsealError('the sealed value was made under another key or changed', { cause });
  }
}
