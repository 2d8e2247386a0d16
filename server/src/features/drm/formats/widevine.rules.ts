import { createCipheriv, hash } from 'node:crypto';
import { readBytes, readFields, readNumber } from './protobuf.rules.ts';

/** The first message of a CDM that requests the service's certificate: type 4 and nothing else. */
const certificateRequest = Buffer.of(0x08, 0x04);
/** Types of a signed message between CDM and service. */
const messageTypes = { request: 1, licence: 2, certificateRequest: 4, certificate: 5 } as const;
const keyIdBytes = 16;

export interface WidevineChallenge {
  readonly isCertificateRequest: boolean;
  /** The key IDs that the challenge names in clear; none when it encrypts them. */
  readonly keyIds: readonly Buffer[];
}

/**
 * Reads what a CDM sent: a signed message (type in field 1, message in field 2), in which a licence
 * request names its content by the data of a Widevine PSSH box (field 2 of it are key ids).
 * @returns null for anything that no CDM sends
 */
export function readChallenge(challenge: Buffer): WidevineChallenge | null {
  if (challenge.equals(certificateRequest)) return { isCertificateRequest: true, keyIds: [] };
  const fields = readFields(challenge);
  const [request] =
    fields && readNumber(fields, 1) === messageTypes.request ? readBytes(fields, 2) : [];
  const parts = request && request.length > 0 ? readFields(request) : null;
  if (!parts) return null;
  const keyIds = within(within(within(parts, 2), 1), 1).flatMap((field) => readBytes([field], 2));
  return {
    isCertificateRequest: false,
    keyIds: keyIds.filter((keyId) => keyId.length === keyIdBytes),
  };
}

/** Reads the fields of all messages with that field number. */
function within(fields: NonNullable<ReturnType<typeof readFields>>, number: number) {
  return readBytes(fields, number).flatMap((bytes) => readFields(bytes) ?? []);
}

/** Tells whether a service's answer is a licence or a certificate, not an error page. */
export function isWidevineAnswer(bytes: Buffer, wanted: 'licence' | 'certificate'): boolean {
  const fields = readFields(bytes);
  if (!fields || readNumber(fields, 1) !== messageTypes[wanted]) return false;
  return readBytes(fields, 2).some((message) => message.length > 0);
}

/**
 * Writes the data of a Widevine `pssh` box: key ids (field 2) and the scheme by its four letters
 * (field 9).
 */
export function formatWidevinePsshData(keyIds: readonly Buffer[], scheme: 'cbcs' | 'cenc'): Buffer {
  const fourLetters = Buffer.from(scheme, 'latin1').readUInt32BE(0);
  const ids = keyIds.map((keyId) => Buffer.concat([Buffer.of(0x12, keyId.length), keyId]));
  return Buffer.concat([...ids, Buffer.of(0x48), varint(fourLetters)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

interface WidevineSigner {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 16 bytes. */
  readonly iv: Uint8Array;
  /** PKCS#7 as Shaka Packager and vendors pad; zeroes as widely copied proxies do. */
  readonly padding: 'pkcs7' | 'zero';
}

const digestBytes = 20;
const paddedBytes = 32;

/**
 * Signs for the Widevine cloud licence service: AES-256-CBC over the SHA-1 of the very bytes that
 * are sent.
 */
export function signMessage(message: string, { key, iv, padding }: WidevineSigner): string {
  const digest = hash('sha1', message, 'buffer');
  const fill = padding === 'pkcs7' ? paddedBytes - digestBytes : 0;
  const padded = Buffer.concat([digest, Buffer.alloc(paddedBytes - digestBytes, fill)]);
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
}

/** Builds the signed envelope: the message is written once, so what is signed is what is sent. */
export function signEnvelope(message: object, signer: WidevineSigner & { readonly name: string }) {
  const text = JSON.stringify(message);
  return {
    request: Buffer.from(text).toString('base64'),
    signature: signMessage(text, signer),
    signer: signer.name,
  };
}
