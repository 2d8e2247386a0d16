import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import { hasSameBytes, hmacSha256 } from '../../../platform/crypto/codes.ts';

/** The signed cookie that segments need: it names a video-access session, so that no query is made. */
export interface MediaCookie {
  readonly name: string;
  sign(sessionId: string, expiresAt: Date): string;
  /** Reads the session that the cookie belongs to; null when it is malformed, forged or too old. */
  readSession(cookieValue: string | undefined, now: Date): string | null;
}

interface SignedSession {
  readonly sessionId: string;
  readonly expiresAtMs: number;
}

/**
 * Returns the cookie's name, which contains the instance's id, because cookies are not bound to
 * ports.
 */
export function formatMediaCookieName(instanceId: string): string {
  return `__Host-prahari-watch-${instanceId}`;
}

const shape = /^([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/** Creates the cookie with which media elements, which send no proof, name their session. */
export function createMediaCookie(deliveryKey: Uint8Array, instanceId: string): MediaCookie {
  // The label and the name use an older word; existing cookies of learners must stay valid.
  const computeMac = (sessionId: string, expires: string) =>
    hmacSha256(deliveryKey, `watch-pass:${sessionId}.${expires}`);
  /** Keyed by the cookie's value, which each request for a segment has (`bench -- load`). */
  const known = new LRUCache<string, SignedSession>(holdAtMost(20_000));

  function verify(cookieValue: string): SignedSession | null {
    const [, sessionId, expires, mac] = shape.exec(cookieValue) ?? [];
    if (!sessionId || !expires || !mac) return null;
    const isOurs = hasSameBytes(Buffer.from(mac, 'base64url'), computeMac(sessionId, expires));
    return isOurs ? { sessionId, expiresAtMs: Number(expires) * 1000 } : null;
  }

  return {
    name: formatMediaCookieName(instanceId),
    sign(sessionId, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${sessionId}.${expires}.${computeMac(sessionId, expires).toString('base64url')}`;
    },
    readSession(cookieValue = '', now) {
      const seen = known.get(cookieValue);
      const signed = seen ?? verify(cookieValue);
      if (signed && !seen) known.set(cookieValue, signed);
      return signed && signed.expiresAtMs > now.getTime() ? signed.sessionId : null;
    },
  };
}
