import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type DeviceStep, deviceStepSchema } from '@prahari/contract';
import { calculateJwkThumbprint } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { holdAtMost } from '../../cache/hold-at-most.ts';
import { hasSameBytes, sha256 } from '../../crypto/codes.ts';
import { AppError } from '../../errors/app-error.ts';
import { nonceRequired, type ProofLedger, type ValidNonce } from './proof-ledger.ts';

const maxProofLength = 4096;

/** RFC 7518, section 3.4: ES256, P-256 with SHA-256; each half of a signature has 32 bytes. */
const halfBytes = 32;

const claimsSchema = z.object({
  jti: z.string().check(z.regex(/^[A-Za-z0-9._~-]{16,128}$/)),
  htm: z.string(),
  htu: z.string().check(z.maxLength(2048)),
  iat: z.number(),
  nonce: z.optional(z.string()),
  ath: z.optional(z.string()),
  step: z.optional(deviceStepSchema),
});

/** Compact serialisation (RFC 7515, section 7.1). */
const compactShape = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/;

/**
 * RFC 9449, section 4.2. We support no extension that could be critical (RFC 7515, section 4.1.11).
 */
const headerSchema = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  crit: z.optional(z.undefined()),
  /** RFC 7518, section 6.2.1: a public P-256 key and nothing else. */
  jwk: z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    y: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  }),
});

interface Device {
  readonly key: KeyObject;
  readonly deviceId: string;
}

/** A proof that is right in itself; whether it was used before is not known yet. */
export interface VerifiedProof {
  readonly deviceId: string;
  /** Its claim about the device's chain of steps. */
  readonly step: DeviceStep | null;
  readonly nonce: ValidNonce;
  readonly requestKey: string;
}

export interface ProofContext {
  readonly method: string;
  /** Path with query, as received. */
  readonly url: string;
  readonly proof: string | undefined;
  readonly accessToken: string | undefined;
  /** The client's claims about its request key and device; must agree with the proof when given. */
  readonly claimedRequestKey: string | undefined;
  readonly claimedDeviceId: string | undefined;
}

/**
 * Checks DPoP proofs: the twelve conditions of RFC 9449, section 4.3. Freshness is judged by the
 * server's nonce, never by the proof's `iat`, because clocks of clients are wrong. That it was not
 * used before is for the ledger to say, once more is known about the device.
 */
export function createProofVerifier(deps: {
  ledger: Pick<ProofLedger, 'readNonce'>;
  /** Origins under which this server is reached. */
  origins(): readonly string[];
}) {
  /** Keyed by the header as sent: each proof of a client has the same one. */
  const devices = new LRUCache<string, Device>(holdAtMost(10_000));

  /** Reads the owner and the claims of a proof, before anything of it is trusted. */
  async function open(proof: string): Promise<{ deviceId: string; payload: unknown }> {
    if (!compactShape.test(proof)) throw refused('its form is not valid');
    const [header = '', payload = '', signature = ''] = proof.split('.');
    const device = devices.get(header) ?? (await readDevice(header));
    const isSigned = await isSignedBy(device.key, `${header}.${payload}`, signature);
    if (!isSigned) throw refused('its signature is not valid');
    devices.set(header, device);
    return { deviceId: device.deviceId, payload: decoded(payload) };
  }

  /**
   * @returns the device id, the RFC 7638 thumbprint of the proof's key, and the step that it takes
   * @throws AppError 401 with reason proof_missing, proof_invalid or nonce_required
   * @throws StoreUnavailable
   */
  return async function verifyProof(context: ProofContext): Promise<VerifiedProof> {
    const { proof } = context;
    if (!proof) {
      throw new AppError('TOKEN_MISSING', 'A device proof is needed.', { reason: 'proof_missing' });
    }
    if (proof.length > maxProofLength) throw refused('it is too long');
    const { deviceId, payload } = await open(proof);
    const claims = z.safeParse(claimsSchema, payload);
    if (!claims.success) throw refused('a claim is missing or malformed');
    const { htm, htu, jti, nonce, ath, step = null } = claims.data;
    if (htm !== context.method) throw refused('it was made for another method');
    if (!isSameTarget(htu, context.url, deps.origins())) {
      throw refused('it was made for another address');
    }
    if (!isHashOf(ath, context.accessToken)) throw refused('it was made for another token');
    if (context.claimedRequestKey !== undefined && context.claimedRequestKey !== jti) {
      throw refused('the request key is not the one in the proof');
    }
    if (context.claimedDeviceId !== undefined && context.claimedDeviceId !== deviceId) {
      throw refused('the device id is not the one of the key');
    }
    const valid = nonce === undefined ? null : await deps.ledger.readNonce(nonce);
    if (valid === null) throw nonceRequired();
    return { deviceId, step, nonce: valid, requestKey: jti };
  };
}

export type VerifyProof = ReturnType<typeof createProofVerifier>;

async function readDevice(header: string): Promise<Device> {
  const parsed = z.safeParse(headerSchema, decoded(header));
  if (!parsed.success) throw refused('it is no proof with a public P-256 key');
  const { jwk } = parsed.data;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return { key, deviceId: await calculateJwkThumbprint(jwk) };
  } catch {
    throw refused('the key is not a point of P-256');
  }
}

/**
 * Verifies on a thread of libuv, so that the event loop stays free: of 75 µs for each call it is
 * blocked for 10. Web Crypto takes 95 and blocks it for 26, because it converts the signature from
 * its two halves by way of a copy of the key, on the event loop; so do we, without the key.
 */
function isSignedBy(key: KeyObject, text: string, signature: string): Promise<boolean> {
  const bytes = encodeDer(Buffer.from(signature, 'base64url'));
  return new Promise((resolve, reject) => {
    verify('sha256', Buffer.from(text), key, bytes, (error, isSigned) => {
      if (error) reject(error);
      else resolve(isSigned);
    });
  });
}

/** Writes a signature of two halves (RFC 7518, section 3.4) as a sequence of integers (RFC 3279). */
function encodeDer(halves: Buffer): Buffer {
  const [r, s] = [readDigits(halves, 0), readDigits(halves, halfBytes)];
  const der = Buffer.alloc(6 + r.length + s.length);
  der.set([0x30, der.length - 2, 0x02, r.length]);
  der.set(r, 4);
  der.set([0x02, s.length], 4 + r.length);
  der.set(s, 6 + r.length);
  return der;
}

/** Reads one half without its leading zeros, but for one where a high bit would be a minus. */
function readDigits(halves: Buffer, from: number): Uint8Array {
  const end = from + halfBytes;
  let first = from;
  while (first < end - 1 && halves[first] === 0) first += 1;
  const digits = halves.subarray(first, end);
  return (digits[0] ?? 0) < 0x80 ? digits : Uint8Array.of(0, ...digits);
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    throw refused('its form is not valid');
  }
}

function refused(why: string): AppError {
  return new AppError('TOKEN_INVALID', `The device proof is not valid: ${why}.`, {
    reason: 'proof_invalid',
  });
}

/** Compares after RFC 3986 normalisation, without query and fragment (RFC 9449, section 4.3). */
export function isSameTarget(htu: string, url: string, origins: readonly string[]): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (origins.some((origin) => htu === `${origin}${path}`)) return true;
  if (!URL.canParse(htu)) return false;
  const claimed = new URL(htu);
  return origins.some((origin) => {
    if (!URL.canParse(url, origin)) return false;
    const actual = new URL(url, origin);
    return claimed.origin === actual.origin && claimed.pathname === actual.pathname;
  });
}

function isHashOf(ath: string | undefined, accessToken: string | undefined): boolean {
  if (accessToken === undefined) return ath === undefined;
  return ath !== undefined && hasSameBytes(Buffer.from(ath, 'base64url'), sha256(accessToken));
}
