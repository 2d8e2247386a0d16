import { endpoints, type LoginData, responseHeaders } from '@prahari/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import { isBrowser, readClientTraits } from '../../platform/http/request-facts.ts';
import { presentOwnUser } from '../users/index.ts';
import type { AuthDeps } from './auth.deps.ts';
import { isRefreshRefused, isStepLate, refreshRefused, sessionNotFound } from './auth.errors.ts';
import {
  formatRegistrationHeader,
  requireBinding,
} from './bound-sessions/bound-sessions.usecases.ts';
import { readClientInfo } from './client-info.adapter.ts';
import { setPassword, verifyActivation } from './password/activation.usecases.ts';
import { requestPasswordReset } from './password/forgot-password.usecases.ts';
import {
  completeSignInByPasskey,
  createPasskeyChallenge,
} from './second-factor/passkey-sign-in.usecases.ts';
import { completeSignInByCode } from './second-factor/second-factor-sign-in.usecases.ts';
import type { Cookies } from './sessions/cookies.adapter.ts';
import { endOwnSessions } from './sessions/end-sessions.usecases.ts';
import { listSessions } from './sessions/list-sessions.usecases.ts';
import type { OpenedSession } from './sessions/open-session.usecases.ts';
import { refreshSession } from './sessions/refresh-session.usecases.ts';
import { tokenInvalid } from './sessions/tokens.adapter.ts';
import type { CountIfFailed } from './sign-in/failed-sign-ins.adapter.ts';
import { signIn } from './sign-in/sign-in.usecases.ts';
import { findVideoAccess, openVideoAccess } from './video-access/video-access.usecases.ts';

export interface AuthRoutesDeps extends AuthDeps {
  readonly cookies: Cookies;
  readonly countIfFailed: CountIfFailed;
}

/** Binds the calls by which users sign in and out, and those of a running session. */
export function bindAuthRoutes(bind: Bind, deps: AuthRoutesDeps): void {
  const { cookies, countIfFailed } = deps;
  const { account, auth } = endpoints;

  /** Answers a session: browsers get the refresh token in a cookie, other clients in the body. */
  async function answerSession(
    opening: Promise<OpenedSession>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoginData> {
    const opened = await opening.catch((error: unknown) => {
      // Its step was accepted long ago: a client that keeps sending it would always be refused.
      if (isStepLate(error)) reply.header(responseHeaders.step, 'taken');
      throw error;
    });
    if (opened.isStepTaken) reply.header(responseHeaders.step, 'taken');
    if (!isBrowser(request)) return { ...opened.data, refreshToken: opened.refreshToken };
    cookies.setRefreshToken(reply, opened.refreshToken);
    return { ...opened.data, refreshToken: null };
  }

  /** Answers like `answerSession`, and asks the browser to bind the opened session, if it can. */
  async function open(
    signedIn: Promise<OpenedSession>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoginData> {
    const opening = countIfFailed(signedIn);
    const data = await answerSession(opening, request, reply);
    const registration = formatRegistrationHeader(deps, (await opening).sessionId);
    if (registration && isBrowser(request)) {
      reply.header('secure-session-registration', registration);
    }
    return data;
  }

  function clearCookies(reply: FastifyReply, sessionId: string): void {
    cookies.clearAll(reply);
    deps.boundSessionProtocol.clearCookies(reply, sessionId);
  }

  bind(auth.verify, ({ body, caller, request }) =>
    verifyActivation(deps, body, readClientInfo(caller, request)),
  );
  bind(auth.setPassword, ({ body, caller, request }) =>
    setPassword(deps, body, readClientInfo(caller, request)),
  );
  bind(auth.forgotPassword, ({ body, caller, request }) =>
    requestPasswordReset(deps, body, readClientInfo(caller, request)),
  );
  bind(auth.login, ({ body, caller, request, reply }) =>
    open(signIn(deps, body, readClientInfo(caller, request)), request, reply),
  );
  bind(account.secondFactor, ({ body, caller, request, reply }) =>
    open(completeSignInByCode(deps, body, readClientInfo(caller, request)), request, reply),
  );
  bind(account.passkeyChallenge, ({ body, caller, request }) =>
    createPasskeyChallenge(deps, body.secondFactorToken, readClientInfo(caller, request)),
  );
  bind(account.passkeySignIn, ({ body, caller, request, reply }) =>
    open(completeSignInByPasskey(deps, body, readClientInfo(caller, request)), request, reply),
  );
  bind(auth.refresh, async ({ body, caller, request, reply }) => {
    const token = isBrowser(request) ? cookies.readRefreshToken(request) : body.refreshToken;
    if (!token) throw refreshRefused('refresh_invalid');
    const requireBindingOf = (sessionId: string) => requireBinding(deps, request, sessionId);
    const client = readClientInfo(caller, request);
    const refreshed = refreshSession(deps, token, client, requireBindingOf).catch(
      (error: unknown) => {
        // The token is no longer useful. A temporary error leaves the browser its session.
        if (isRefreshRefused(error) && isBrowser(request)) cookies.clearRefreshToken(reply);
        throw error;
      },
    );
    return answerSession(refreshed, request, reply);
  });
  bind(auth.logout, async ({ caller, reply }) => {
    const { userId, sessionId } = caller;
    await endOwnSessions(deps, { userId, sessionId }, 'logout');
    clearCookies(reply, sessionId);
    return { success: true as const };
  });
  bind(auth.logoutAll, async ({ caller, reply }) => {
    const ended = await endOwnSessions(deps, { userId: caller.userId }, 'logout_all');
    clearCookies(reply, caller.sessionId);
    return { success: true as const, ended };
  });
  bind(auth.sessions, async ({ caller }) => ({
    items: await listSessions(deps, caller.userId, caller.sessionId),
  }));
  bind(auth.endSession, async ({ caller, params, reply }) => {
    const which = { userId: caller.userId, sessionId: params.id };
    const ended = await endOwnSessions(deps, which, 'logout');
    if (ended === 0) throw sessionNotFound();
    if (params.id === caller.sessionId) clearCookies(reply, caller.sessionId);
    return { success: true as const };
  });
  bind(auth.validate, async ({ caller, request }) => {
    const user = await deps.users.findUserById(caller.userId);
    if (!user) throw tokenInvalid();
    const traits = readClientTraits(request);
    const videoAccess = await findVideoAccess(deps, caller.sessionId, traits);
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
    const client = readClientInfo(caller, request);
    const expiresAt = await openVideoAccess(deps, caller, body.password, client);
    cookies.setMediaCookie(reply, caller.sessionId, expiresAt);
    return { success: true as const, expiresAt: expiresAt.toISOString() };
  });
}
