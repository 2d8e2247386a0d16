import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  importJWK,
  type JWK,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { sameBytes, sha256 } from '../../crypto/codes.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Nonces } from './nonce.ts';
import type { ReplayMemory } from './replay.ts';

const maxProofLength = 4096;

const claimsSchema = z.object({
  jti: z.string().check(z.regex(/^[A-Za-z0-9._~-]{16,128}$/)),
  htm: z.string(),
  htu: z.string().check(z.maxLength(2048)),
  iat: z.number(),
  nonce: z.optional(z.string()),
  ath: z.optional(z.string()),
});

/** RFC 7518, section 6.2.1: a public P-256 key and nothing else. */
const jwkSchema = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  y: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});

export interface ProofContext {
  readonly method: string;
  /** Path with query, as received. */
  readonly url: string;
  readonly proof: string | undefined;
  readonly accessToken: string | undefined;
  /** What the client says its request key and device are; must agree with the proof when given. */
  readonly claimedRequestKey: string | undefined;
  readonly claimedDeviceId: string | undefined;
}

/**
 * Checks DPoP proofs: the twelve conditions of RFC 9449, section 4.3. Freshness is judged by the
 * server's nonce, never by the proof's `iat`, because learners' clocks are wrong.
 */
export function createProofVerifier(deps: {
  nonces: Nonces;
  replay: ReplayMemory;
  /** Origins under which this server is reached. */
  origins(): readonly string[];
}) {
  const keys = new LRUCache<string, { key: CryptoKey; deviceId: string }>({ max: 10_000 });

  async function keyOf(jwk: JWK | undefined) {
    const parsed = z.safeParse(jwkSchema, jwk);
    if (!parsed.success) throw refused('the key is not a public P-256 key');
    const name = `${parsed.data.x}.${parsed.data.y}`;
    const known = keys.get(name);
    if (known) return known;
    const key = await importJWK(parsed.data, 'ES256');
    if (key instanceof Uint8Array) throw refused('the key is not a public P-256 key');
    const fresh = { key, deviceId: await calculateJwkThumbprint(parsed.data) };
    keys.set(name, fresh);
    return fresh;
  }

  /**
   * @returns the device id, the RFC 7638 thumbprint of the proof's key
   * @throws AppError 401 with reason proof_missing, proof_invalid, proof_replayed or nonce_required
   */
  return async function verifyProof(context: ProofContext): Promise<string> {
    const { proof } = context;
    if (!proof) {
      throw new AppError('TOKEN_MISSING', 'A device proof is needed.', { reason: 'proof_missing' });
    }
    if (proof.length > maxProofLength) throw refused('it is too long');
    let deviceId = '';
    const { payload } = await jwtVerify(
      proof,
      async (header) => {
        const found = await keyOf(header.jwk);
        deviceId = found.deviceId;
        return found.key;
      },
      { typ: 'dpop+jwt', algorithms: ['ES256'] },
    ).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) throw refused('its signature or form is not valid');
      throw error;
    });
    const claims = z.safeParse(claimsSchema, payload);
    if (!claims.success) throw refused('a claim is missing or malformed');
    const { htm, htu, jti, nonce, ath } = claims.data;
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
    const window = nonce === undefined ? null : deps.nonces.windowOf(nonce);
    if (window === null) {
      throw new AppError('TOKEN_INVALID', 'Repeat the request with the nonce of this answer.', {
        reason: 'nonce_required',
      });
    }
    if (!deps.replay.firstUse(window, `${deviceId}.${jti}`)) {
      throw new AppError('TOKEN_INVALID', 'This request was sent before.', {
        reason: 'proof_replayed',
      });
    }
    return deviceId;
  };
}

export type VerifyProof = ReturnType<typeof createProofVerifier>;

function refused(why: string): AppError {
  return new AppError('TOKEN_INVALID', `The device proof is not valid: ${why}.`, {
    reason: 'proof_invalid',
  });
}

/** Compares after RFC 3986 normalisation, without query and fragment (RFC 9449, section 4.3). */
export function isSameTarget(htu: string, url: string, origins: readonly string[]): boolean {
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
  return ath !== undefined && sameBytes(Buffer.from(ath, 'base64url'), sha256(accessToken));
}
