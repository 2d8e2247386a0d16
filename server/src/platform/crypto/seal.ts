import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/** Keys of 32 bytes: the one to seal with, and all that older values may be sealed under. */
export interface SealingKeys {
  current(): Uint8Array;
  /** Returns all keys, the current one first. */
  all(): readonly Uint8Array[];
}

/** Says which key it was, so that values under a former one can be found. */
const version = 2;
/** Without a key's id: from before keys could be rotated. */
const firstVersion = 1;
const keyIdBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

function computeKeyId(key: Uint8Array): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, keyIdBytes);
}

/** Returns the prefix of every value that is sealed under this key. */
export function computeSealedPrefix(key: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(version), computeKeyId(key)]);
}

/** Names keys as sealed values do, so that it can be seen which of them open these. */
export function nameMasterKeys(keys: readonly Uint8Array[]): string[] {
  return keys.map((key) => computeKeyId(key).toString('hex'));
}

/**
 * Seals bytes with AES-256-GCM under the current key. `context` is authenticated, not stored, so a
 * sealed value can't be moved to another row. Layout: version (1), key id (4), IV (12), tag (16),
 * ciphertext.
 */
export function seal(keys: SealingKeys, plain: Uint8Array, context: string): Buffer {
  const key = keys.current();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([computeSealedPrefix(key), iv, cipher.getAuthTag(), body]);
}

export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/** @throws UnsealError when keys, context or bytes are not the ones that were sealed */
export function unseal(keys: SealingKeys, sealed: Uint8Array, context: string): Buffer {
  const head = sealed[0] === firstVersion ? 1 : 1 + keyIdBytes;
  const isKnown = sealed[0] === firstVersion || sealed[0] === version;
  if (!isKnown || sealed.length < head + ivBytes + tagBytes) {
    throw new UnsealError('not a sealed value');
  }
  const prefix = Buffer.from(sealed.subarray(0, head));
  let cause: unknown;
  for (const key of keys.all()) {
    if (head > 1 && !prefix.equals(computeSealedPrefix(key))) continue;
    try {
      return open(key, sealed.subarray(head), context);
    } catch (error) {
      cause = error;
    }
  }
  throw new UnsealError('the sealed value was made under another key or changed', { cause });
}

function open(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** Keys that stay as they are. */
export function createFixedKeys(...keys: readonly [Uint8Array, ...Uint8Array[]]): SealingKeys {
  return { current: () => keys[0], all: () => keys };
}
