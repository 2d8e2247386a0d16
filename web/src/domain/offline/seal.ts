import { offlineLimits } from '@prahari/contract';
import { CopyProblem } from './kept-copy.ts';

/** What a copy's key is bound to, beside the secret that the server gave. */
export interface CopyBinding {
  readonly copyId: string;
  /** RFC 7638 thumbprint of the device key. */
  readonly deviceId: string;
  /** Of this machine (`device-print.ts`). */
  readonly print: string;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** Sealed bytes, with their tag of 128 bits at the end. */
export interface Sealed {
  readonly iv: Bytes;
  readonly data: ArrayBuffer;
}

const tagBytes = 16;
const runBytes = 8;
const mostOfRun = 0xff_ff_ff_ff;

/**
 * Derives the key that seals a copy (PBKDF2 with HMAC-SHA-256; AES-GCM of 256 bits; specification,
 * section 9). The salt holds the device: on another one the same secret gives another key.
 */
export async function deriveCopyKey(secret: Bytes, binding: CopyBinding): Promise<CryptoKey> {
  const { copyId, deviceId, print } = binding;
  const bound = new TextEncoder().encode(`prahari-offline\n${copyId}\n${deviceId}\n${print}`);
  const salt = await crypto.subtle.digest('SHA-256', bound);
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: offlineLimits.keyIterations },
    material,
    { name: 'AES-GCM', length: offlineLimits.keyBits },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Makes the key that wraps secrets at rest in this browser; it can't be read out. */
export function generateWrappingKey(): Promise<CryptoKey> {
  const algorithm = { name: 'AES-GCM', length: offlineLimits.keyBits };
  return crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
}

/**
 * Gives initialisation vectors of which none comes twice: a random number for each run, then a
 * count. A key that two runs share meets the same run once in 2^64.
 */
export function createIvSource(
  run: Bytes = crypto.getRandomValues(new Uint8Array(runBytes)),
): () => Bytes {
  let count = 0;
  return () => {
    if (count > mostOfRun) throw new RangeError('no initialisation vector is left in this run');
    const iv = new Uint8Array(offlineLimits.ivBytes);
    iv.set(run);
    new DataView(iv.buffer).setUint32(runBytes, count);
    count += 1;
    return iv;
  };
}

/** Seals bytes under a label, without which, or under another one, they don't open. */
export async function seal(
  key: CryptoKey,
  iv: Bytes,
  label: string,
  bytes: BufferSource,
): Promise<Sealed> {
  const additionalData = new TextEncoder().encode(label);
  const algorithm = { name: 'AES-GCM', iv, additionalData, tagLength: tagBytes * 8 };
  return { iv, data: await crypto.subtle.encrypt(algorithm, key, bytes) };
}

/** @throws CopyProblem 'integrity' where a bit, the label or the key is another one */
export async function unseal(
  key: CryptoKey,
  { iv, data }: Sealed,
  label: string,
): Promise<ArrayBuffer> {
  const additionalData = new TextEncoder().encode(label);
  const algorithm = { name: 'AES-GCM', iv, additionalData, tagLength: tagBytes * 8 };
  try {
    return await crypto.subtle.decrypt(algorithm, key, data);
  } catch (error) {
    throw new CopyProblem('integrity', error);
  }
}

/** Reads the integrity tag of sealed bytes. */
export function readTag({ data }: Sealed): Bytes {
  return new Uint8Array(data.slice(-tagBytes));
}

/** Seals text that is read back by `unsealText`. */
export function sealText(key: CryptoKey, iv: Bytes, label: string, text: string): Promise<Sealed> {
  return seal(key, iv, label, new TextEncoder().encode(text));
}

/** @throws CopyProblem 'integrity' */
export async function unsealText(key: CryptoKey, sealed: Sealed, label: string): Promise<string> {
  return new TextDecoder().decode(await unseal(key, sealed, label));
}

export function toBase64url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws DOMException for what is no base64url */
export function fromBase64url(text: string): Bytes {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
