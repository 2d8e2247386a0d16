import { LRUCache } from 'lru-cache';
import { hmacSha256, sameBytes } from '../../platform/crypto/codes.ts';
import { type NetworkBits, networkOf } from '../../platform/network/network.ts';

/** `media` opens init and media segments and slides, `poster` the pictures that lists show. */
export type PathKind = 'media' | 'poster';

export interface PathGrant {
  readonly kind: PathKind;
  readonly videoId: string;
  readonly sessionId: string;
  /** The playback session whose manifest named the path; null for stills, which lists show. */
  readonly playbackId: string | null;
  /** Of the video's count of cuts; an older one than the video's opens nothing. */
  readonly pathEpoch: number;
  /** To the second. */
  readonly expiresAt: Date;
}

/** Of the MAC's base64url: 132 bits of HMAC-SHA-256 (RFC 2104, section 5 allows half the output). */
const macLength = 22;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(
  `^(media|poster)\\.(${uuid})\\.(${uuid})(?:\\.(${uuid}))?\\.(0|[1-9]\\d{0,8})\\.([1-9]\\d{0,11})\\.([\\w-]{${macLength}})$`,
);

/**
 * Bearer tokens of signed paths, checked without a query: `kind.video.session.playback.epoch.expiry.MAC`,
 * the expiry in seconds, without the playback for stills. They are plain text so that nginx can read and check them as well
 * (`deploy/nginx/delivery.js`). The MAC of segments covers the network that they were signed for,
 * which is not in the token: from elsewhere it does not fit.
 */
export function createPathTokens(deliveryKey: Uint8Array, bits: NetworkBits) {
  const macOf = (kind: PathKind, claims: string, address: string) => {
    const network = kind === 'media' ? networkOf(address, bits) : '';
    const mac = hmacSha256(deliveryKey, `media-path:${claims}@${network}`);
    return mac.toString('base64url').slice(0, macLength);
  };
  /** By token and address: a learner's is the same for each segment (`bench -- load`). */
  const known = new LRUCache<string, PathGrant>({ max: 20_000 });

  function judge(token: string, address: string): PathGrant | null {
    const [, kind, videoId, sessionId, playbackId = null, epoch, expires, mac] =
      shape.exec(token) ?? [];
    if ((kind !== 'media' && kind !== 'poster') || !videoId || !sessionId || !mac) return null;
    if ((kind === 'media') !== (playbackId !== null)) return null;
    const expected = macOf(kind, token.slice(0, -mac.length - 1), address);
    if (!sameBytes(Buffer.from(mac), Buffer.from(expected))) return null;
    const expiresAt = new Date(Number(expires) * 1000);
    return { kind, videoId, sessionId, playbackId, pathEpoch: Number(epoch), expiresAt };
  }

  return {
    /** @param address of the one who will fetch */
    sign(grant: PathGrant, address: string): string {
      const { kind, videoId, sessionId, playbackId, pathEpoch, expiresAt } = grant;
      const expires = Math.floor(expiresAt.getTime() / 1000);
      const bearer = playbackId === null ? sessionId : `${sessionId}.${playbackId}`;
      const claims = `${kind}.${videoId}.${bearer}.${pathEpoch}.${expires}`;
      return `${claims}.${macOf(kind, claims, address)}`;
    },

    /**
     * Reads what was signed; null when it is malformed, not ours, or for another network. Expiry is
     * the reader's to judge.
     */
    read(token: string, address: string): PathGrant | null {
      // No address has a line break in it, so that no two pairs have one key.
      const key = `${address}\n${token}`;
      const seen = known.get(key);
      if (seen) return seen;
      const grant = judge(token, address);
      if (grant) known.set(key, grant);
      return grant;
    },
  };
}

export type PathTokens = ReturnType<typeof createPathTokens>;
