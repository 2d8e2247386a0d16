import {
  constants,
  createDecipheriv,
  createHmac,
  privateDecrypt,
  timingSafeEqual,
} from 'node:crypto';
import type { XmlElement } from '../../../platform/xml/read-xml.ts';

/** The keys that encrypt the content keys of one document and authenticate them. */
export interface DocumentKey {
  /** AES-256. */
  readonly key: Buffer;
  /** HMAC-SHA512. */
  readonly mac: Buffer;
}

const algorithms = {
  document: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  wrapping: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  mac: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha512',
} as const;
const ivBytes = 16;
const documentKeyBytes = 32;

/**
 * Opens the document key of delivery data (CPIX 2.3, 5.4): wrapped, like the key of its MAC, for
 * the certificate that was sent with the request.
 * @returns null for other algorithms, and if this private key does not open it
 */
export function readDocumentKey(delivery: XmlElement, privateKeyPem: string): DocumentKey | null {
  const documentKey = child(delivery, 'DocumentKey');
  const macMethod = child(delivery, 'MACMethod');
  if (documentKey?.attributes['Algorithm'] !== algorithms.document) return null;
  if (macMethod?.attributes['Algorithm'] !== algorithms.mac) return null;
  const key = unwrapped(child(child(documentKey, 'Data'), 'Secret'), privateKeyPem);
  const mac = unwrapped(child(macMethod, 'Key'), privateKeyPem);
  return key?.length === documentKeyBytes && mac ? { key, mac } : null;
}

/**
 * Opens a content key with the document key; its MAC is checked before anything is decrypted.
 * @returns null when it is incomplete, or not authenticated
 */
export function openValue(secret: XmlElement, { key, mac }: DocumentKey): Buffer | null {
  const encrypted = child(secret, 'EncryptedValue');
  const method = child(encrypted, 'EncryptionMethod');
  if (method?.attributes['Algorithm'] !== algorithms.document) return null;
  const bytes = cipherValue(encrypted);
  const told = base64(child(secret, 'ValueMAC')?.text);
  if (!bytes || !told) return null;
  const own = createHmac('sha512', mac).update(bytes).digest();
  if (own.length !== told.length || !timingSafeEqual(own, told)) return null;
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, ivBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

function unwrapped(secret: XmlElement | undefined, privateKeyPem: string): Buffer | null {
  // Of the document key it lies in a secret, of the MAC key it is the element itself (CPIX 2.3, 5.4.3).
  const value = child(secret, 'EncryptedValue') ?? secret;
  const method = child(value, 'EncryptionMethod');
  const bytes = cipherValue(value);
  if (method?.attributes['Algorithm'] !== algorithms.wrapping || !bytes) return null;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return privateDecrypt({ key: privateKeyPem, padding, oaepHash: 'sha1' }, bytes);
  } catch {
    return null;
  }
}

function cipherValue(encrypted: XmlElement | undefined): Buffer | undefined {
  return base64(child(child(encrypted, 'CipherData'), 'CipherValue')?.text);
}

function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((one) => one.name === name);
}

function base64(text: string | undefined): Buffer | undefined {
  const bytes = Buffer.from(text ?? '', 'base64');
  return bytes.length > 0 ? bytes : undefined;
}
