import * as z from 'zod/mini';

/** A JWT with an RSA key of 4096 bits in its header is half as long. */
const maxHeaderLength = 4096;
/** A string of structured fields (RFC 9651), whose parameters say nothing here; Chromium sends it bare. */
const quotedShape = /^"([^"\\]*)"(?:;.*)?$/;
/** Compact serialisation (RFC 7515, section 7.1). */
const compactShape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;

const jwkSchema = z.union([
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    y: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  }),
  z.strictObject({
    kty: z.literal('RSA'),
    // 2048 to 4096 bits. Another exponent would let a client make each verification slow.
    n: z.string().check(z.regex(/^[A-Za-z0-9_-]{342,683}$/)),
    e: z.literal('AQAB'),
  }),
]);

/** A public key that a session is bound to; its type determines the algorithm. */
export type BoundKey = z.infer<typeof jwkSchema>;

const headerSchema = z.object({
  typ: z.literal('dbsc+jwt'),
  alg: z.enum(['ES256', 'RS256']),
  /** We support no extension that could be critical (RFC 7515, section 4.1.11). */
  crit: z.optional(z.undefined()),
  /** Only when a session is bound; after that, the server has the key. */
  jwk: z.optional(jwkSchema),
});
const claimsSchema = z.object({ jti: z.string().check(z.maxLength(200)) });

/** The contents that a browser signed, as far as they can be read; not verified yet. */
export interface BindingProof {
  readonly token: string;
  readonly algorithm: 'ES256' | 'RS256';
  readonly key: BoundKey | null;
  readonly challenge: string;
}

/** Reads `Secure-Session-Response`; null for a value that does not have the form of a proof. */
export function readBindingProof(value: string | undefined): BindingProof | null {
  const token = decodeText(value);
  const [, header, claims] = compactShape.exec(token ?? '') ?? [];
  if (!token || !header || !claims) return null;
  const said = z.safeParse(headerSchema, parseJson(header));
  const signed = z.safeParse(claimsSchema, parseJson(claims));
  if (!said.success || !signed.success) return null;
  const { alg: algorithm, jwk: key = null } = said.data;
  if (key && findAlgorithm(key) !== algorithm) return null;
  return { token, algorithm, key, challenge: signed.data.jti };
}

/** Reads `Sec-Secure-Session-Id`; null for a value that is not the id of a session. */
export function readBoundSessionId(value: string | undefined): string | null {
  const id = z.safeParse(z.uuid(), decodeText(value));
  return id.success ? id.data : null;
}

/** Reads a key that was stored. @throws when that is no key */
export function parseBoundKey(stored: unknown): BoundKey {
  return z.parse(jwkSchema, stored);
}

export function findAlgorithm({ kty }: BoundKey): 'ES256' | 'RS256' {
  return kty === 'EC' ? 'ES256' : 'RS256';
}

function decodeText(value: string | undefined): string | null {
  if (value === undefined || value.length > maxHeaderLength) return null;
  return value.startsWith('"') ? (quotedShape.exec(value)?.[1] ?? null) : value;
}

function parseJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
