import { limits } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MediaCookie } from '../video-access/media-cookie.adapter.ts';

const cookieFlags = { path: '/', httpOnly: true, secure: true } as const;

/**
 * Creates the reader and writer of the cookies of one instance. They have its id in their name,
 * because cookies are not bound to ports and several instances may run on one host. A bound session
 * has one more, which its browser asks for itself (bound-session.adapter.ts).
 */
export function createCookies(instanceId: string, mediaCookie: MediaCookie) {
  const refreshName = `__Host-prahari-refresh-${instanceId}`;
  return {
    readRefreshToken: (request: FastifyRequest) => request.cookies[refreshName],
    setRefreshToken(reply: FastifyReply, token: string): void {
      const maxAge = limits.refreshTokenSeconds;
      reply.setCookie(refreshName, token, { ...cookieFlags, sameSite: 'strict', maxAge });
    },
    setMediaCookie(reply: FastifyReply, sessionId: string, expiresAt: Date): void {
      reply.setCookie(mediaCookie.name, mediaCookie.sign(sessionId, expiresAt), {
        ...cookieFlags,
        sameSite: 'lax',
        expires: expiresAt,
      });
    },
    clearRefreshToken(reply: FastifyReply): void {
      reply.clearCookie(refreshName, cookieFlags);
    },
    clearAll(reply: FastifyReply): void {
      reply.clearCookie(refreshName, cookieFlags);
      reply.clearCookie(mediaCookie.name, cookieFlags);
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
