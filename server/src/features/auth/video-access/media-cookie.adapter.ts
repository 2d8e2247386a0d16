import { LRUCache } from 'lru-cache';
import { hmacSha256, sameBytes } from '../../../platform/crypto/codes.ts';

/** The video-access session mirrored in a cookie, so that segments are served without a query. */
export interface WatchPass {
  readonly cookieName: string;
  issue(sessionId: string, expiresAt: Date): string;
  /** Reads the session that the cookie belongs to; null when it is malformed, forged or too old. */
  sessionOf(cookieValue: string | undefined, now: Date): string | null;
}

interface IssuedPass {
  readonly sessionId: string;
  readonly expiresAtMs: number;
}

/** Carries the instance's id, because cookies know no ports. */
export function watchPassCookieName(instanceId: string): string {
  return `__Host-prahari-watch-${instanceId}`;
}

const shape = /^([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/** Makes the cookie with which media elements, which send no proof, name their session. */
export function createWatchPass(deliveryKey: Uint8Array, instanceId: string): WatchPass {
  const macOf = (sessionId: string, expires: string) =>
    hmacSha256(deliveryKey, `watch-pass:${sessionId}.${expires}`);
  /** By the cookie's value, which each segment of a lesson comes with (`bench -- load`). */
  const known = new LRUCache<string, IssuedPass>({ max: 20_000 });

  function judge(cookieValue: string): IssuedPass | null {
    const [, sessionId, expires, mac] = shape.exec(cookieValue) ?? [];
    if (!sessionId || !expires || !mac) return null;
    const isOurs = sameBytes(Buffer.from(mac, 'base64url'), macOf(sessionId, expires));
    return isOurs ? { sessionId, expiresAtMs: Number(expires) * 1000 } : null;
  }

  return {
    cookieName: watchPassCookieName(instanceId),
    issue(sessionId, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${sessionId}.${expires}.${macOf(sessionId, expires).toString('base64url')}`;
    },
    sessionOf(cookieValue = '', now) {
      const seen = known.get(cookieValue);
      const pass = seen ?? judge(cookieValue);
      if (pass && !seen) known.set(cookieValue, pass);
      return pass && pass.expiresAtMs > now.getTime() ? pass.sessionId : null;
    },
  };
}
