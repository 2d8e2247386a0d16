import { parse, stringify } from 'uuid';
import { hmacSha256, sameBytes } from '../../../platform/crypto/codes.ts';

/** `media` opens init and media segments, `poster` the still picture alone. */
export type PathKind = 'media' | 'poster';

export interface PathGrant {
  readonly kind: PathKind;
  readonly videoId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** First byte of a token: says the kind, and the layout of what follows. */
const kindBytes = { media: 1, poster: 2 } as const;
const idBytes = 16;
const payloadBytes = 1 + idBytes + idBytes + 8;
/** 128 bits of HMAC-SHA-256 (RFC 2104, section 5 allows half the output). */
const macBytes = 16;
/** 57 bytes fill 76 signs of base64url exactly: no spare bits, so each token has one spelling. */
const shape = /^[A-Za-z0-9_-]{76}$/;

/**
 * Bearer tokens of signed paths, checked without a query. Layout: kind (1), video id (16),
 * session id (16), expiry in ms (8, big-endian), MAC (16).
 */
export function createPathTokens(deliveryKey: Uint8Array) {
  const macOf = (payload: Buffer) =>
    hmacSha256(deliveryKey, `media-path:${payload.toString('hex')}`).subarray(0, macBytes);
  return {
    sign(grant: PathGrant): string {
      const expiry = Buffer.alloc(8);
      expiry.writeBigUInt64BE(BigInt(grant.expiresAt.getTime()));
      const ids = [parse(grant.videoId), parse(grant.sessionId)];
      const payload = Buffer.concat([Buffer.of(kindBytes[grant.kind]), ...ids, expiry]);
      return Buffer.concat([payload, macOf(payload)]).toString('base64url');
    },

    /** What was signed; null when it is malformed or not ours. Expiry is the reader's to judge. */
    read(token: string): PathGrant | null {
      if (!shape.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      const payload = bytes.subarray(0, payloadBytes);
      if (!sameBytes(bytes.subarray(payloadBytes), macOf(payload))) return null;
      const kind = payload[0] === kindBytes.media ? 'media' : 'poster';
      return {
        kind,
        videoId: stringify(payload, 1),
        sessionId: stringify(payload, 1 + idBytes),
        expiresAt: new Date(Number(payload.readBigUInt64BE(1 + 2 * idBytes))),
      };
    },
  };
}

export type PathTokens = ReturnType<typeof createPathTokens>;
