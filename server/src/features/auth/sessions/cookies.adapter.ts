import { limits } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WatchPass } from '../video-access/media-cookie.adapter.ts';

const shared = { path: '/', httpOnly: true, secure: true } as const;

/**
 * Cookies of one instance. They carry its id in their name, because cookies know no ports and
 * several instances may run on one host.
 */
export function createCookies(instanceId: string, watchPass: WatchPass) {
  const refreshName = `__Host-prahari-refresh-${instanceId}`;
  return {
    refreshTokenOf: (request: FastifyRequest) => request.cookies[refreshName],
    setRefresh(reply: FastifyReply, token: string): void {
      const maxAge = limits.refreshTokenSeconds;
      reply.setCookie(refreshName, token, { ...shared, sameSite: 'strict', maxAge });
    },
    setWatchPass(reply: FastifyReply, sessionId: string, expiresAt: Date): void {
      reply.setCookie(watchPass.cookieName, watchPass.issue(sessionId, expiresAt), {
        ...shared,
        sameSite: 'lax',
        expires: expiresAt,
      });
    },
    clearRefresh(reply: FastifyReply): void {
      reply.clearCookie(refreshName, shared);
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(refreshName, shared);
      reply.clearCookie(watchPass.cookieName, shared);
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
