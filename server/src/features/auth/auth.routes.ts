import { endpoints, type LoginData, responseHeaders } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import type { DeviceCaller, SessionCaller } from '../../platform/http/caller.ts';
import { clientTraitsOf, isBrowser } from '../../platform/http/request-facts.ts';
import { presentOwnUser, type Users } from '../users/index.ts';
import { isRefreshRefused, isStepLate, refreshRefused, sessionNotFound } from './auth.errors.ts';
import type { BoundSessionProtocol } from './bound-sessions/bound-session.adapter.ts';
import type { BoundSessions } from './bound-sessions/bound-sessions.usecases.ts';
import type { Visitor } from './client-info.adapter.ts';
import type { Activation } from './password/activation.usecases.ts';
import type { PasskeySignIn } from './second-factor/passkey-sign-in.usecases.ts';
import type { createSecondFactorSignIn } from './second-factor/second-factor-sign-in.usecases.ts';
import type { Cookies } from './sessions/cookies.adapter.ts';
import type { OpenedSession } from './sessions/open-session.usecases.ts';
import type { Sessions } from './sessions/refresh-session.usecases.ts';
import { tokenInvalid } from './sessions/tokens.adapter.ts';
import type { Credentials } from './sign-in/sign-in.usecases.ts';
import type { VideoAccess } from './video-access/video-access.usecases.ts';

export interface AuthRoutesDeps {
  readonly users: Pick<Users, 'findById'>;
  readonly activation: Activation;
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  readonly boundSessions: Pick<BoundSessions, 'registrationOf' | 'require'>;
  readonly protocol: Pick<BoundSessionProtocol, 'clearCookies'>;
  signIn(given: Credentials, visitor: Visitor): Promise<OpenedSession>;
  completeSignIn: ReturnType<typeof createSecondFactorSignIn>;
  readonly passkeySignIn: PasskeySignIn;
  openVideoAccess(caller: SessionCaller, password: string, visitor: Visitor): Promise<Date>;
  videoAccess: VideoAccess;
}

export function bindAuthRoutes(bind: Bind, deps: AuthRoutesDeps): void {
  const { activation, sessions, cookies } = deps;
  const { auth } = endpoints;

  /** Browsers keep the refresh token where scripts can't read it; other clients get it in the body. */
  async function hand(
    opening: Promise<OpenedSession>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoginData> {
    const opened = await opening.catch((error: unknown) => {
      // It was taken long ago: a client that still sends it would be refused with it for ever.
      if (isStepLate(error)) reply.header(responseHeaders.step, 'taken');
      throw error;
    });
    if (opened.isStepTaken) reply.header(responseHeaders.step, 'taken');
    if (!isBrowser(request)) return { ...opened.data, refreshToken: opened.refreshToken };
    cookies.setRefresh(reply, opened.refreshToken);
    return { ...opened.data, refreshToken: null };
  }

  /** As `hand`, and asks the browser to bind the session that was opened, if it can. */
  async function open(
    opening: Promise<OpenedSession>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoginData> {
    const data = await hand(opening, request, reply);
    const registration = deps.boundSessions.registrationOf((await opening).sessionId);
    if (registration && isBrowser(request)) {
      reply.header('secure-session-registration', registration);
    }
    return data;
  }

  function leave(reply: FastifyReply, sessionId: string): void {
    cookies.clear(reply);
    deps.protocol.clearCookies(reply, sessionId);
  }

  bind(auth.verify, ({ body, caller, request }) =>
    activation.verify(body, visitorOf(caller, request)),
  );
  bind(auth.setPassword, ({ body, caller, request }) =>
    activation.setPassword(body, visitorOf(caller, request)),
  );
  bind(auth.login, ({ body, caller, request, reply }) =>
    open(deps.signIn(body, visitorOf(caller, request)), request, reply),
  );
  bind(endpoints.account.secondFactor, ({ body, caller, request, reply }) =>
    open(deps.completeSignIn(body, visitorOf(caller, request)), request, reply),
  );
  bind(endpoints.account.passkeyChallenge, ({ body, caller, request }) =>
    deps.passkeySignIn.challenge(body.secondFactorToken, visitorOf(caller, request)),
  );
  bind(endpoints.account.passkeySignIn, ({ body, caller, request, reply }) =>
    open(deps.passkeySignIn.complete(body, visitorOf(caller, request)), request, reply),
  );
  bind(auth.refresh, async ({ body, caller, request, reply }) => {
    const token = isBrowser(request) ? cookies.refreshTokenOf(request) : body.refreshToken;
    if (!token) throw refreshRefused('refresh_invalid');
    const refreshed = sessions
      .refresh(token, visitorOf(caller, request), (sessionId) =>
        deps.boundSessions.require(request, sessionId),
      )
      .catch((error: unknown) => {
        // The browser can do nothing more with it. What only failed for now leaves it its session.
        if (isRefreshRefused(error) && isBrowser(request)) cookies.clearRefresh(reply);
        throw error;
      });
    return hand(refreshed, request, reply);
  });
  bind(auth.logout, async ({ caller, reply }) => {
    await sessions.end(caller.userId, caller.sessionId, 'logout');
    leave(reply, caller.sessionId);
    return { success: true as const };
  });
  bind(auth.logoutAll, async ({ caller, reply }) => {
    const ended = await sessions.endAll(caller.userId, 'logout_all');
    leave(reply, caller.sessionId);
    return { success: true as const, ended };
  });
  bind(auth.sessions, async ({ caller }) => ({
    items: await sessions.list(caller.userId, caller.sessionId),
  }));
  bind(auth.endSession, async ({ caller, params, reply }) => {
    const wasLive = await sessions.end(caller.userId, params.id, 'logout');
    if (!wasLive) throw sessionNotFound();
    if (params.id === caller.sessionId) leave(reply, caller.sessionId);
    return { success: true as const };
  });
  bind(auth.validate, async ({ caller, request }) => {
    const user = await deps.users.findById(caller.userId);
    if (!user) throw tokenInvalid();
    const videoAccess = await deps.videoAccess.standing(caller.sessionId, clientTraitsOf(request));
    return {
      valid: true as const,
      user: presentOwnUser(user),
      sessionId: caller.sessionId,
      expiresAt: caller.tokenExpiresAt.toISOString(),
      videoAccessExpiresAt: videoAccess.expiresAt?.toISOString() ?? null,
      isConfirmedElsewhere: videoAccess.isElsewhere,
    };
  });
  bind(auth.validatePassword, async ({ caller, body, request, reply }) => {
    const expiresAt = await deps.openVideoAccess(caller, body.password, visitorOf(caller, request));
    cookies.setWatchPass(reply, caller.sessionId, expiresAt);
    return { success: true as const, expiresAt: expiresAt.toISOString() };
  });
}

export function visitorOf(caller: DeviceCaller, request: FastifyRequest): Visitor {
  const { deviceId, step = null } = caller;
  return { deviceId, step, ...clientTraitsOf(request) };
}
