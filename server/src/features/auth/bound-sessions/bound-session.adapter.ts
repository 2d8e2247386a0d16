import { type BoundSession, basePath, endpoints } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compactVerify, importJWK } from 'jose';
import type { Clock } from '../../../platform/clock/clock.ts';
import { hasSameBytes, hmacSha256 } from '../../../platform/crypto/codes.ts';
import { type BindingProof, type BoundKey, findAlgorithm } from './bound-session.rules.ts';

/** Until the browser has made a key in its hardware, which it does when idle. */
const bindSeconds = 300;
/** Longer than the cookie, so that the challenge sent with it can be used for the next one. */
const renewSeconds = 900;
/** How long a copy of the browser's files works without the key. */
const boundCookieSeconds = 600;

/**
 * The path of the cookie: the browser holds back requests below it until the cookie is fresh. The
 * draft has scope rules for that, but of those that match it applies the first, where Chromium
 * takes the last.
 */
const cookiePaths = [endpoints.auth.refresh.path, '/drm'].map((path) => `${basePath}${path}`);
const attributes = { secure: true, httpOnly: true, sameSite: 'strict' } as const;

type Purpose = 'bind' | 'renew';

/** The purpose of a challenge. */
export interface ChallengeFacts {
  readonly sessionId: string;
  /** How often the key had signed by then. */
  readonly count: number;
}

const cookieShape = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/;
const challengeShape =
  /^(bind|renew)\.([0-9a-f-]{36})\.(\d{1,10})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/** Creates challenges, cookies and checks of signatures for Device Bound Session Credentials. */
export function createBoundSessionProtocol(deps: { key: Uint8Array; clock: Clock }) {
  const { clock } = deps;
  const mac = (text: string) => hmacSha256(deps.key, `bound-session:${text}`);
  const isMac = (given: string, text: string) =>
    hasSameBytes(Buffer.from(given, 'base64url'), mac(text));
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  /**
   * Names the cookie of one session: browsers refresh each of theirs separately, and cookies are
   * not bound to ports.
   */
  const cookieName = (sessionId: string) => `__Secure-prahari-bound-${sessionId}`;

  function signChallenge(purpose: Purpose, { sessionId, count }: ChallengeFacts): string {
    const ends = nowSeconds() + (purpose === 'bind' ? bindSeconds : renewSeconds);
    const text = `${purpose}.${sessionId}.${count}.${ends}`;
    return `${text}.${mac(text).toString('base64url')}`;
  }

  return {
    /** `Secure-Session-Registration`, for the answer that opens a session. */
    formatRegistration: (sessionId: string): string =>
      `(ES256 RS256);path="${basePath}${endpoints.boundSessions.register.path}";challenge="${signChallenge('bind', { sessionId, count: 0 })}"`,

    /** `Secure-Session-Challenge`, for the next cookie. */
    formatChallenge: (facts: ChallengeFacts): string =>
      `"${signChallenge('renew', facts)}";id="${facts.sessionId}"`,

    /** Reads a challenge; null when it is not ours, for something else, or too old. */
    readChallenge(text: string, purpose: Purpose): ChallengeFacts | null {
      const [, made, sessionId, count, ends, given] = challengeShape.exec(text) ?? [];
      if (made !== purpose || !sessionId || !count || !ends || !given) return null;
      if (!isMac(given, `${made}.${sessionId}.${count}.${ends}`)) return null;
      return Number(ends) > nowSeconds() ? { sessionId, count: Number(count) } : null;
    },

    /** Tells whether this very key signed it. */
    async isSignedBy(proof: BindingProof, key: BoundKey): Promise<boolean> {
      const algorithm = findAlgorithm(key);
      if (proof.algorithm !== algorithm) return false;
      try {
        const publicKey = await importJWK(key, algorithm);
        await compactVerify(proof.token, publicKey, { algorithms: [algorithm] });
        return true;
      } catch {
        // Not its signature, or not a key: a point outside the curve.
        return false;
      }
    },

    describeBound: (sessionId: string): BoundSession => ({
      session_identifier: sessionId,
      refresh_url: `${basePath}${endpoints.boundSessions.refresh.path}`,
      continue: true,
      scope: { include_site: false },
      credentials: cookiePaths.map((path) => ({
        type: 'cookie',
        name: cookieName(sessionId),
        attributes: `Path=${path}; Secure; HttpOnly; SameSite=Strict`,
      })),
    }),

    describeEnded: (sessionId: string): BoundSession => ({
      session_identifier: sessionId,
      continue: false,
    }),

    setCookies(reply: FastifyReply, sessionId: string): void {
      const ends = nowSeconds() + boundCookieSeconds;
      const value = `${ends}.${mac(`cookie.${sessionId}.${ends}`).toString('base64url')}`;
      for (const path of cookiePaths) {
        const options = { ...attributes, path, maxAge: boundCookieSeconds };
        reply.setCookie(cookieName(sessionId), value, options);
      }
    },

    clearCookies(reply: FastifyReply, sessionId: string): void {
      for (const path of cookiePaths) {
        reply.clearCookie(cookieName(sessionId), { ...attributes, path });
      }
    },

    /** Tells whether the request has a valid cookie of that session. */
    hasCookie(request: FastifyRequest, sessionId: string): boolean {
      const value = request.cookies[cookieName(sessionId)];
      const [, ends, given] = cookieShape.exec(value ?? '') ?? [];
      if (!ends || !given || Number(ends) <= nowSeconds()) return false;
      return isMac(given, `cookie.${sessionId}.${ends}`);
    },
  };
}

export type BoundSessionProtocol = ReturnType<typeof createBoundSessionProtocol>;
