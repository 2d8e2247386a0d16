import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { gather } from '../../../platform/gather/gather.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { computeEffectiveRights } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { isSessionHeldBack } from '../second-factor/second-factor-rule.usecases.ts';
import type { LastSeen } from './last-seen.adapter.ts';
import type { RightsChanges } from './rights-changes.adapter.ts';
import { findSessionStates, lockUserForShare, type SessionState } from './sessions.repository.ts';
import { tokenInvalid } from './tokens.adapter.ts';

declare module '../../../platform/http/caller.ts' {
  interface SessionCaller {
    readonly tokenExpiresAt: Date;
    /** While true, no permission counts: a second factor has to be enrolled first. */
    readonly mustEnrolSecondFactor: boolean;
    /** Whether the session is bound to a key of the browser. */
    readonly isBound: boolean;
  }
}

/** Only a safeguard: ends and changed permissions arrive as messages. */
const cacheMs = 5000;

export interface AuthenticatorDeps
  extends Pick<
    AuthDeps,
    'db' | 'clock' | 'tokens' | 'systemConfig' | 'revocations' | 'recordKeyMismatch'
  > {
  readonly rightsChanges: Pick<RightsChanges, 'onChanged' | 'countReceived'>;
  readonly notifications: Notifications;
  readonly lastSeen: Pick<LastSeen, 'noteSeen'>;
}

/**
 * Creates the authenticator, which identifies the holder of a token: it verifies the signature,
 * then the session's current state, so that a sign-out or a change of permissions acts at once, in
 * every process, and not when the token expires.
 */
export function createAuthenticator(deps: AuthenticatorDeps) {
  const states = new LRUCache<string, SessionState>({ ...holdAtMost(20_000), ttl: cacheMs });
  deps.revocations.onRevoked((sessionId) => states.delete(sessionId));
  deps.rightsChanges.onChanged((userId) => {
    for (const [sessionId, state] of states.entries()) {
      if (state.userId === userId) states.delete(sessionId);
    }
  });

  let connections = 0;
  // What was announced before can't be heard any more.
  deps.notifications.onConnect(() => {
    connections += 1;
    states.clear();
  });
  const countNews = () => connections + deps.rightsChanges.countReceived();

  const readState = gather(async (ids: readonly string[]) => {
    const states = await findSessionStates(deps.db, ids, deps.clock.now());
    return ids.map((id) => states.get(id));
  });

  async function findState(sessionId: string): Promise<SessionState | undefined> {
    const isCacheTrusted = deps.notifications.isListening();
    const cached = isCacheTrusted ? states.get(sessionId) : undefined;
    if (cached) return cached;
    const newsBefore = countNews();
    const state = await readState(sessionId);
    // The state of a user who must enrol is read each time: enrolling counts at once, everywhere.
    const isSettled = state && !isSessionHeldBack(deps, state);
    // The state read may be older than a change published during the read.
    const isPresent = countNews() === newsBefore;
    if (state?.isLive && isSettled && isPresent && !deps.revocations.isRevoked(sessionId)) {
      states.set(sessionId, state);
    }
    return state;
  }

  /** @throws AppError TOKEN_INVALID when the session is over, or not this one */
  function toCaller(
    state: SessionState | undefined,
    facts: Pick<SessionCaller, 'userId' | 'sessionId' | 'deviceId' | 'tokenExpiresAt' | 'step'>,
  ): SessionCaller {
    if (!state?.isLive || state.userId !== facts.userId || state.deviceId !== facts.deviceId) {
      throw new AppError('TOKEN_INVALID', 'Your session has expired. Please log in again.', {
        reason: 'session_ended',
      });
    }
    const mustEnrolSecondFactor = isSessionHeldBack(deps, state);
    return {
      ...facts,
      userType: state.userType,
      ...(mustEnrolSecondFactor
        ? { permissions: [], adminScope: null }
        : computeEffectiveRights(state)),
      mustEnrolSecondFactor,
      isBound: state.isBound,
    };
  }

  /** @throws AppError TOKEN_MISSING, TOKEN_INVALID or TOKEN_EXPIRED */
  async function identify(
    accessToken: string | undefined,
    deviceId: string,
  ): Promise<SessionCaller> {
    if (!accessToken) {
      throw new AppError('TOKEN_MISSING', 'Authentication required. Please log in again.');
    }
    const facts = await deps.tokens.readAccessToken(accessToken);
    if (facts.deviceId !== deviceId) {
      const { userId, sessionId } = facts;
      const mismatch = { userId, sessionId, deviceId, credential: 'access' } as const;
      await deps.recordKeyMismatch(deps.db, mismatch);
      throw tokenInvalid();
    }
    const state = await findState(facts.sessionId);
    const { userId, sessionId, expiresAt: tokenExpiresAt } = facts;
    const caller = toCaller(state, { userId, sessionId, deviceId, tokenExpiresAt });
    deps.lastSeen.noteSeen(sessionId);
    return caller;
  }

  return {
    identify,

    /**
     * Reads the current state of the same caller, without the token, which may expire while a file
     * is received. In a given transaction, permissions and scope stay as they are until it ends.
     * @throws AppError TOKEN_INVALID
     */
    async identifyAgain(caller: SessionCaller, trx?: Trx): Promise<SessionCaller> {
      const { userId, sessionId } = caller;
      if (!trx) return toCaller(await findState(sessionId), caller);
      await lockUserForShare(trx, userId);
      const present = await findSessionStates(trx, [sessionId], deps.clock.now());
      return toCaller(present.get(sessionId), caller);
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
