import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { gather } from '../../../platform/gather/gather.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { effectiveRights } from '../../users/index.ts';
import type { SecondFactorRule } from '../second-factor/second-factor-rule.usecases.ts';
import type { NoteKeyMismatch } from './key-mismatch.usecases.ts';
import type { LastSeen } from './last-seen.adapter.ts';
import type { Revocations } from './revocations.adapter.ts';
import type { RightsChanges } from './rights-changes.adapter.ts';
import type { SessionState, SessionsRepository } from './sessions.repository.ts';
import { type Tokens, tokenInvalid } from './tokens.adapter.ts';

/** A backstop only: ends and changed rights are told by message. */
const cacheMs = 5000;

/**
 * Identifies the holder of a token: the signature is checked, then the session's present state, so
 * that a sign-out or a change of rights acts at once, in every process, and not when the token runs
 * out.
 */
export function createSessionGate(deps: {
  db: Db;
  clock: Clock;
  tokens: Tokens;
  sessions: SessionsRepository;
  revocations: Revocations;
  rightsChanges: Pick<RightsChanges, 'onChanged' | 'heard'>;
  notifications: Notifications;
  lastSeen: Pick<LastSeen, 'note'>;
  noteKeyMismatch: NoteKeyMismatch;
  secondFactorRule: Pick<SecondFactorRule, 'keepsBack'>;
}) {
  const states = new LRUCache<string, SessionState>({ max: 20_000, ttl: cacheMs });
  deps.revocations.onRevoked((sessionId) => states.delete(sessionId));
  deps.rightsChanges.onChanged((userId) => {
    for (const [sessionId, state] of states.entries()) {
      if (state.userId === userId) states.delete(sessionId);
    }
  });

  const readState = gather(async (ids: readonly string[]) => {
    const states = await deps.sessions.states(deps.db, ids, deps.clock.now());
    return ids.map((id) => states.get(id));
  });

  async function stateOf(sessionId: string): Promise<SessionState | undefined> {
    const isCacheTrusted = deps.notifications.isListening();
    const cached = isCacheTrusted ? states.get(sessionId) : undefined;
    if (cached) return cached;
    const changesBefore = deps.rightsChanges.heard();
    const state = await readState(sessionId);
    // Who must enrol is asked about each time: enrolling must count at once, in every process.
    const isSettled = state && !deps.secondFactorRule.keepsBack(state);
    // What was read may be from before a change that was told meanwhile.
    const isPresent = deps.rightsChanges.heard() === changesBefore;
    if (state?.isLive && isSettled && isPresent && !deps.revocations.isRevoked(sessionId)) {
      states.set(sessionId, state);
    }
    return state;
  }

  /** @throws AppError TOKEN_INVALID when the session is over, or not this one */
  function callerOf(
    state: SessionState | undefined,
    facts: Pick<SessionCaller, 'userId' | 'sessionId' | 'deviceId' | 'tokenExpiresAt' | 'step'>,
  ): SessionCaller {
    if (!state?.isLive || state.userId !== facts.userId || state.deviceId !== facts.deviceId) {
      throw new AppError('TOKEN_INVALID', 'Your session has expired. Please log in again.', {
        reason: 'session_ended',
      });
    }
    const mustEnrolSecondFactor = deps.secondFactorRule.keepsBack(state);
    return {
      ...facts,
      userType: state.userType,
      ...(mustEnrolSecondFactor ? { permissions: [], adminScope: null } : effectiveRights(state)),
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
    const facts = await deps.tokens.readAccess(accessToken);
    if (facts.deviceId !== deviceId) {
      const { userId, sessionId } = facts;
      const mismatch = { userId, sessionId, deviceId, credential: 'access' } as const;
      await deps.noteKeyMismatch(deps.db, mismatch);
      throw tokenInvalid();
    }
    const state = await stateOf(facts.sessionId);
    const { userId, sessionId, expiresAt: tokenExpiresAt } = facts;
    const caller = callerOf(state, { userId, sessionId, deviceId, tokenExpiresAt });
    deps.lastSeen.note(sessionId);
    return caller;
  }

  return {
    identify,

    /**
     * Reads the same caller as of now, without the token, which may run out while a file comes in.
     * Given a transaction, rights and scope stay as they are until that ends.
     * @throws AppError TOKEN_INVALID
     */
    async identifyAgain(caller: SessionCaller, trx?: Trx): Promise<SessionCaller> {
      const { userId, sessionId } = caller;
      if (!trx) return callerOf(await stateOf(sessionId), caller);
      await deps.sessions.holdUser(trx, userId);
      const present = await deps.sessions.states(trx, [sessionId], deps.clock.now());
      return callerOf(present.get(sessionId), caller);
    },
  };
}
