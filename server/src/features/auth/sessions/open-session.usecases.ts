import { type LoginData, limits, type MachineFacts } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { generateToken, sha256 } from '../../../platform/crypto/codes.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { computeEffectiveRights, presentOwnUser, type UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { invalidCredentials, stepLate, stepMissing } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { applyDeviceStep } from '../devices/device-steps.usecases.ts';
import { admitDevice } from '../devices/devices.usecases.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { lockPasswordHash } from '../password/credentials.repository.ts';
import { hasSecondFactor } from '../second-factor/second-factor.rules.ts';
import { isEnrolmentDueFor } from '../second-factor/second-factor-rule.usecases.ts';
import { findFactorStanding } from '../second-factor/second-factors.repository.ts';
import { findFailedAttemptsByOthers } from '../sign-in/failed-attempts-by-others.usecases.ts';
import { insertRefreshToken } from './refresh-tokens.repository.ts';
import { insertSession } from './sessions.repository.ts';
import { tokenInvalid } from './tokens.adapter.ts';
import { classifyUserAgent } from './user-agent.rules.ts';

const daySeconds = 86_400;

/** Tokens and user, before the route decides how the refresh token travels. */
export interface OpenedSession {
  readonly data: Omit<LoginData, 'refreshToken'>;
  readonly refreshToken: string;
  readonly sessionId: string;
  /** Whether the device may continue with its next step. */
  readonly isStepTaken: boolean;
}

export interface SessionWish {
  readonly resetDevice: boolean;
  /** What its page said about the machine; the first of two steps has already judged it. */
  readonly machine?: MachineFacts | undefined;
  /** From the second step, which named it; otherwise the session gets a new one. */
  readonly sessionId?: string;
}

export type OpenSessionDeps = Pick<
  AuthDeps,
  'db' | 'clock' | 'systemConfig' | 'tokens' | 'revocations'
> & {
  readonly users: Pick<AuthDeps['users'], 'countUserLogin'>;
  readonly settings: Pick<AuthDeps['settings'], 'sessionDays'>;
};

/**
 * Opens a session for a user who gave the right password, bound to the calling device; a learner's
 * first sign-in binds the account to it too, and so does one with `resetDevice` where the
 * configuration allows it: then the sessions on the old devices end.
 * @throws AppError device_not_bound, device_cannot_play; proof_invalid without a step that was due,
 * 409 changed_meanwhile with an old one; invalid_credentials when the account was blocked, deleted
 * or reset meanwhile; TOKEN_INVALID when there is a session of the wished id already
 */
export async function openSession(
  deps: OpenSessionDeps,
  user: UserRow,
  client: ClientInfo,
  wish: SessionWish,
): Promise<OpenedSession> {
  const { db, clock } = deps;
  const { resetDevice, machine, sessionId = uuidv7() } = wish;
  const isSecondStep = wish.sessionId !== undefined;
  const { id: userId, user_type: userType } = user;
  const { deviceId } = client;
  const now = clock.now();
  const refreshToken = generateToken();
  const outcome = await db.transaction().execute(async (trx) => {
    // The account may have changed since the password was read.
    const present = await lockPasswordHash(trx, userId);
    if (present === null || present !== user.password_hash) return { refused: 'account' } as const;
    const standing = await findFactorStanding(trx, { userId, userType });
    // Set up since the password was read: the password alone then no longer opens a session.
    if (!isSecondStep && hasSecondFactor(standing)) return { refused: 'account' } as const;
    const asked = { userId, userType, client, resetDevice, machine };
    const admission = await admitDevice(deps, trx, asked);
    if (!admission.isAdmitted) return { refused: 'device', ...admission } as const;
    const purpose = { userId, isSigningIn: true, isForMore: true };
    const taken = await applyDeviceStep(deps, trx, client, purpose);
    if (taken.verdict === 'missing') throw stepMissing();
    if (taken.verdict === 'late') throw stepLate();
    const isNew = await insertSession(trx, {
      id: sessionId,
      userId,
      ...client,
      now,
      expiresAt: addSeconds(now, deps.settings.sessionDays * daySeconds),
    });
    if (!isNew) throw tokenInvalid();
    await insertRefreshToken(trx, {
      hash: sha256(refreshToken),
      sessionId,
      now,
      expiresAt: addSeconds(now, limits.refreshTokenSeconds),
    });
    await deps.users.countUserLogin(trx, userId);
    const { system } = classifyUserAgent(client.userAgent);
    await recordEvent(trx, 'session.opened', { userId, sessionId, deviceId, system }, now);
    await addLoginEvent(trx, { userId, kind: 'signed-in', client, at: clock.now() });
    return { refused: null, ended: [admission.ended, ...taken.ended], verdict: taken.verdict };
  });
  if (outcome.refused === 'account') throw invalidCredentials();
  if (outcome.refused === 'device') throw outcome.refusal;
  for (const ended of outcome.ended) ended?.announce();
  const session = { sessionId, deviceId, videoAccessExpiresAt: null };
  const data = await describeSession(deps, user, session);
  const failedAttemptsByOthers = await findFailedAttemptsByOthers(deps, db, userId, {
    sessionId,
    deviceId,
  });
  return {
    data: failedAttemptsByOthers ? { ...data, failedAttemptsByOthers } : data,
    refreshToken,
    sessionId,
    isStepTaken: outcome.verdict !== 'none',
  };
}

/** Makes a new access token with the user data that the client keeps (specification, section 3). */
export async function describeSession(
  deps: Pick<AuthDeps, 'db' | 'systemConfig' | 'tokens'>,
  user: UserRow,
  session: { sessionId: string; deviceId: string; videoAccessExpiresAt: Date | null },
): Promise<Omit<LoginData, 'refreshToken'>> {
  const { sessionId, deviceId, videoAccessExpiresAt } = session;
  const access = await deps.tokens.signAccessToken({ userId: user.id, sessionId, deviceId });
  const mustEnrolSecondFactor = await isEnrolmentDueFor(deps, user.user_type, user.id);
  const rights = computeEffectiveRights({
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
