import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { SessionCaller } from '../../platform/http/caller.ts';
import { effectiveRights } from '../users/index.ts';
import type { NoteKeyMismatch } from './key-mismatch.usecases.ts';
import type { LastSeen } from './last-seen.adapter.ts';
import type { Revocations } from './revocations.adapter.ts';
import type { SecondFactorRule } from './second-factor-rule.usecases.ts';
import type { SessionState, SessionsRepository } from './sessions.repository.ts';
import { type Tokens, tokenInvalid } from './tokens.adapter.ts';

/** A backstop only: ends are told by message. */
const cacheMs = 5000;

/**
 * Says who holds a token: the signature is checked, then the session's present state, so that a
 * sign-out or a change of role acts at once and not when the token runs out.
 */
export function createSessionGate(deps: {
  db: Db;
  clock: Clock;
  tokens: Tokens;
  sessions: SessionsRepository;
  revocations: Revocations;
  notifications: Notifications;
  lastSeen: Pick<LastSeen, 'note'>;
  noteKeyMismatch: NoteKeyMismatch;
  secondFactorRule: Pick<SecondFactorRule, 'keepsBack'>;
}) {
  const states = new LRUCache<string, SessionState>({ max: 20_000, ttl: cacheMs });
  deps.revocations.onRevoked((sessionId) => states.delete(sessionId));

  async function stateOf(sessionId: string): Promise<SessionState | undefined> {
    const isCacheTrusted = deps.notifications.isListening();
    const cached = isCacheTrusted ? states.get(sessionId) : undefined;
    if (cached) return cached;
    const state = await deps.sessions.state(deps.db, sessionId, deps.clock.now());
    // Who must enrol is asked about each time: enrolling must count at once, in every process.
    const isSettled = state && !deps.secondFactorRule.keepsBack(state);
    if (state?.isLive && isSettled && !deps.revocations.isRevoked(sessionId)) {
      states.set(sessionId, state);
    }
    return state;
  }

  /** @throws AppError TOKEN_MISSING, TOKEN_INVALID or TOKEN_EXPIRED */
  return async function identify(
    accessToken: string | undefined,
    deviceId: string,
  ): Promise<SessionCaller> {
    if (!accessToken) {
      throw new AppError('TOKEN_MISSING', 'Authentication required. Please log in again.');
    }
    const facts = await deps.tokens.readAccess(accessToken);
    if (facts.deviceId !== deviceId) {
      const { userId, sessionId } = facts;
      const mismatch = { userId, sessionId, deviceId, credential: 'access' } as const;
      await deps.noteKeyMismatch(deps.db, mismatch);
      throw tokenInvalid();
    }
    const state = await stateOf(facts.sessionId);
    if (!state?.isLive || state.userId !== facts.userId || state.deviceId !== deviceId) {
      throw new AppError('TOKEN_INVALID', 'Your session has expired. Please log in again.', {
        reason: 'session_ended',
      });
    }
    deps.lastSeen.note(facts.sessionId);
    const mustEnrolSecondFactor = deps.secondFactorRule.keepsBack(state);
    return {
      userId: state.userId,
      userType: state.userType,
      ...(mustEnrolSecondFactor ? { permissions: [], adminScope: null } : effectiveRights(state)),
      mustEnrolSecondFactor,
      sessionId: facts.sessionId,
      deviceId,
      tokenExpiresAt: facts.expiresAt,
    };
  };
}
