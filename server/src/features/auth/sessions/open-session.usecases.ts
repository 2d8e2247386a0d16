import { type LoginData, limits } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import { randomToken, sha256 } from '../../../platform/crypto/codes.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { effectiveRights, presentOwnUser, type UserRow, type Users } from '../../users/index.ts';
import { deviceNotBound, invalidCredentials, stepLate, stepMissing } from '../auth.errors.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { TakeDeviceStep } from '../devices/device-steps.usecases.ts';
import type { Devices } from '../devices/devices.usecases.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { CredentialsRepository } from '../password/credentials.repository.ts';
import { hasSecondFactor } from '../second-factor/second-factor.rules.ts';
import type { SecondFactorRule } from '../second-factor/second-factor-rule.usecases.ts';
import type { SecondFactorsRepository } from '../second-factor/second-factors.repository.ts';
import type { StrangersAt } from '../sign-in/failed-attempts-by-others.usecases.ts';
import type { RefreshTokensRepository } from './refresh-tokens.repository.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import { type Tokens, tokenInvalid } from './tokens.adapter.ts';

const daySeconds = 86_400;

/** Tokens and user, before the route decides how the refresh token travels. */
export interface OpenedSession {
  readonly data: Omit<LoginData, 'refreshToken'>;
  readonly refreshToken: string;
  readonly sessionId: string;
  /** Whether the device may go on to its next step. */
  readonly isStepTaken: boolean;
}

export interface SessionWish {
  readonly resetDevice: boolean;
  /** Of the second step, which named it; else the session gets a new one. */
  readonly sessionId?: string;
}

export interface OpenSessionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: Pick<Users, 'countLogin'>;
  readonly sessions: SessionsRepository;
  readonly refreshTokens: RefreshTokensRepository;
  readonly tokens: Tokens;
  readonly credentials: Pick<CredentialsRepository, 'lock'>;
  readonly factors: Pick<SecondFactorsRepository, 'standing'>;
  readonly devices: Pick<Devices, 'admit'>;
  readonly takeStep: TakeDeviceStep;
  readonly history: Pick<LoginHistory, 'add'>;
  readonly secondFactorRule: SecondFactorRule;
  readonly strangersAt: StrangersAt;
  readonly sessionDays: number;
}

/**
 * Opens a session for a user whose password was right, bound to the device that asked; a learner's
 * first sign-in binds the account to it too, and so does one with `resetDevice` where the
 * configuration allows it: then the sessions on the old devices end.
 * @throws AppError device_not_bound; proof_invalid without a step that was due, 409
 *   changed_meanwhile with an old one; invalid_credentials when the account was blocked, deleted or
 *   reset meanwhile; TOKEN_INVALID when there is a session of the wished id already
 */
export function createOpenSession(deps: OpenSessionDeps) {
  const { db, clock, sessions, refreshTokens } = deps;
  return async function openSession(
    user: UserRow,
    visitor: Visitor,
    wish: SessionWish,
  ): Promise<OpenedSession> {
    const { resetDevice, sessionId = uuidv7() } = wish;
    const isSecondStep = wish.sessionId !== undefined;
    const now = clock.now();
    const refreshToken = randomToken();
    const outcome = await db.transaction().execute(async (trx) => {
      // What was true when the password was read may not be true any more.
      const present = await deps.credentials.lock(trx, user.id);
      if (present === null || present !== user.password_hash)
        return { refused: 'not-welcome' } as const;
      const { deviceId } = visitor;
      const { id: userId, user_type: userType } = user;
      const standing = await deps.factors.standing(trx, { userId, userType });
      // Set up since the password was read: then it opens nothing by itself any more.
      if (!isSecondStep && hasSecondFactor(standing)) return { refused: 'not-welcome' } as const;
      const visit = { userId, userType, visitor, resetDevice };
      const admission = await deps.devices.admit(trx, visit);
      if (!admission.isAdmitted) return { refused: 'bound-elsewhere', ...admission } as const;
      const taken = await deps.takeStep(trx, visitor, {
        userId,
        isSigningIn: true,
        isForMore: true,
      });
      if (taken.verdict === 'missing') throw stepMissing();
      if (taken.verdict === 'late') throw stepLate();
      const isNew = await sessions.insert(trx, {
        id: sessionId,
        userId: user.id,
        ...visitor,
        now,
        expiresAt: secondsAfter(now, deps.sessionDays * daySeconds),
      });
      if (!isNew) throw tokenInvalid();
      await refreshTokens.insert(trx, {
        hash: sha256(refreshToken),
        sessionId,
        now,
        expiresAt: secondsAfter(now, limits.refreshTokenSeconds),
      });
      await deps.users.countLogin(trx, user.id);
      await recordEvent(trx, 'session.opened', { userId: user.id, sessionId, deviceId }, now);
      await deps.history.add(trx, { userId: user.id, kind: 'signed-in', visitor, at: clock.now() });
      return { refused: null, ended: [admission.ended, ...taken.ended], verdict: taken.verdict };
    });
    if (outcome.refused === 'not-welcome') throw invalidCredentials();
    if (outcome.refused === 'bound-elsewhere') throw deviceNotBound(outcome.deviceReset);
    for (const ended of outcome.ended) ended?.announce();
    const data = await describeSession(deps, user, {
      sessionId,
      deviceId: visitor.deviceId,
      videoAccessExpiresAt: null,
    });
    const { deviceId } = visitor;
    const strangers = await deps.strangersAt(db, user.id, { sessionId, deviceId });
    const isStepTaken = outcome.verdict !== 'none';
    return {
      data: strangers ? { ...data, strangers } : data,
      refreshToken,
      sessionId,
      isStepTaken,
    };
  };
}

export type OpenSession = ReturnType<typeof createOpenSession>;

/** Makes a new access token with what the client keeps of the user (specification, section 3). */
export async function describeSession(
  deps: { readonly tokens: Tokens; readonly secondFactorRule: SecondFactorRule },
  user: UserRow,
  session: { sessionId: string; deviceId: string; videoAccessExpiresAt: Date | null },
): Promise<Omit<LoginData, 'refreshToken'>> {
  const { sessionId, deviceId, videoAccessExpiresAt } = session;
  const access = await deps.tokens.signAccess({ userId: user.id, sessionId, deviceId });
  const mustEnrolSecondFactor = await deps.secondFactorRule.mustEnrol(user.user_type, user.id);
  const rights = effectiveRights({
    userType: user.user_type,
    permissions: user.permissions,
    adminScope: user.admin_scope,
  });
  return {
    accessToken: access.token,
    accessTokenExpiresAt: access.expiresAt.toISOString(),
    userType: user.user_type,
    user: presentOwnUser(user),
    permissions: mustEnrolSecondFactor ? [] : [...rights.permissions],
    adminScope: rights.adminScope,
    videoAccessExpiresAt: videoAccessExpiresAt?.toISOString() ?? null,
    mustEnrolSecondFactor,
  };
}
