import { randomBytes } from 'node:crypto';

/** The media that a key decrypts: sound, picture up to 480 lines, picture above. */
export type QualityClass = 'AUDIO' | 'SD' | 'HD';

/** A Common Encryption key; both parts are 16 bytes (ISO/IEC 23001-7). */
export type ContentKey = { keyId: Uint8Array; key: Uint8Array };

export type ContentKeys = Partial<Readonly<Record<QualityClass, ContentKey>>>;

/** Makes new random keys, one for each class given. */
export function makeContentKeys(classes: Iterable<QualityClass>): ContentKeys {
  const keys: Partial<Record<QualityClass, ContentKey>> = {};
  for (const quality of classes) {
    keys[quality] = { keyId: randomBytes(16), key: randomBytes(16) };
  }
  return keys;
}
