import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../platform/cache/hold-at-most.ts';
import { hasSameBytes, hmacSha256 } from '../../platform/crypto/codes.ts';
import { computeNetwork, type NetworkBits } from '../../platform/network/network.ts';

/** `media` opens init and media segments and slides, `poster` the pictures that lists show. */
export type UrlKind = 'media' | 'poster';

export interface UrlGrant {
  readonly kind: UrlKind;
  readonly videoId: string;
  readonly sessionId: string;
  /** The playback session whose manifest named the URL; null for pictures, which lists show. */
  readonly playbackId: string | null;
  /** Raised to revoke all older URLs of the video. */
  readonly urlVersion: number;
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
 * Signs and checks the tokens of URLs without a query: `kind.video.session.playback.version.expiry.MAC`,
 * the expiry in seconds, without the playback for pictures. They are plain text so that nginx can read and check them as well
 * (`deploy/nginx/delivery.js`). The MAC of segments covers the network that they were signed for,
 * which is not in the token: from elsewhere it does not fit.
 */
export function createSignedUrls(deliveryKey: Uint8Array, bits: NetworkBits) {
  const macOf = (kind: UrlKind, claims: string, address: string) => {
    const network = kind === 'media' ? computeNetwork(address, bits) : '';
    const mac = hmacSha256(deliveryKey, `media-path:${claims}@${network}`);
    return mac.toString('base64url').slice(0, macLength);
  };
  /** By token and address: a learner's is the same for each segment (`bench -- load`). */
  const known = new LRUCache<string, UrlGrant>(holdAtMost(20_000));
  /** Tokens that were ours for some network. */
  const genuine = new LRUCache<string, true>(holdAtMost(20_000));

  function judge(token: string, address: string): UrlGrant | null {
    const [, kind, videoId, sessionId, playbackId = null, version, expires, mac] =
      shape.exec(token) ?? [];
    if ((kind !== 'media' && kind !== 'poster') || !videoId || !sessionId || !mac) return null;
    if ((kind === 'media') !== (playbackId !== null)) return null;
    const expected = macOf(kind, token.slice(0, -mac.length - 1), address);
    if (!hasSameBytes(Buffer.from(mac), Buffer.from(expected))) return null;
    const expiresAt = new Date(Number(expires) * 1000);
    return { kind, videoId, sessionId, playbackId, urlVersion: Number(version), expiresAt };
  }

  return {
    /** @param address of the client that will fetch */
    sign(grant: UrlGrant, address: string): string {
      const { kind, videoId, sessionId, playbackId, urlVersion, expiresAt } = grant;
      const expires = Math.floor(expiresAt.getTime() / 1000);
      const bearer = playbackId === null ? sessionId : `${sessionId}.${playbackId}`;
      const claims = `${kind}.${videoId}.${bearer}.${urlVersion}.${expires}`;
      const token = `${claims}.${macOf(kind, claims, address)}`;
      genuine.set(token, true);
      return token;
    },

    /**
     * Reads what was signed; null when it is malformed, not ours, or for another network. Expiry is
     * the reader's to judge.
     */
    read(token: string, address: string): UrlGrant | null {
      // No address has a line break in it, so that no two pairs have one key.
      const key = `${address}\n${token}`;
      const seen = known.get(key);
      if (seen) return seen;
      const grant = judge(token, address);
      if (grant) {
        known.set(key, grant);
        genuine.set(token, true);
      }
      return grant;
    },

    /**
     * Tells whether this process signed or accepted a token, for whichever network: who moves to
     * another one forged nothing.
     */
    isGenuine: (token: string): boolean => genuine.has(token),
  };
}

export type SignedUrls = ReturnType<typeof createSignedUrls>;
