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
/**
 * Derives the key that seals a copy (PBKDF2 with HMAC-SHA-256; AES-GCM of 256 bits; specification,
 * section 9). The salt holds the device: on another one the same secret gives another key.
 */
export declare function deriveCopyKey(secret: Bytes, binding: CopyBinding): Promise<CryptoKey>;
/** Makes the key that wraps secrets at rest in this browser; it can't be read out. */
export declare function generateWrappingKey(): Promise<CryptoKey>;
/**
 * Gives initialisation vectors of which none comes twice: a random number for each run, then a
 * count. A key that two runs share meets the same run once in 2^64.
 */
export declare function createIvSource(run?: Bytes): () => Bytes;
/** Seals bytes under a label, without which, or under another one, they don't open. */
export declare function seal(
  key: CryptoKey,
  iv: Bytes,
  label: string,
  bytes: BufferSource,
): Promise<Sealed>;
/** @throws CopyProblem 'integrity' where a bit, the label or the key is another one */
export declare function unseal(
  key: CryptoKey,
  { iv, data }: Sealed,
  label: string,
): Promise<ArrayBuffer>;
/** Reads the integrity tag of sealed bytes. */
export declare function readTag({ data }: Sealed): Bytes;
/** Seals text that is read back by `unsealText`. */
export declare function sealText(
  key: CryptoKey,
  iv: Bytes,
  label: string,
  text: string,
): Promise<Sealed>;
/** @throws CopyProblem 'integrity' */
export declare function unsealText(key: CryptoKey, sealed: Sealed, label: string): Promise<string>;
export declare function toBase64url(bytes: Uint8Array): string;
/** @throws DOMException for what is no base64url */
export declare function fromBase64url(text: string): Bytes;
