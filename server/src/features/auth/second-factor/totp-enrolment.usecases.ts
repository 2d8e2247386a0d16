import { isAdministrator } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { seal, unseal } from '../../../platform/crypto/seal.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth.deps.ts';
import {
  secondFactorEnrolled,
  secondFactorNotEnrolled,
  secondFactorWrong,
} from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import type { ConfirmPasswordDeps } from '../password/confirm-password.usecases.ts';
import { lockPasswordHash } from '../password/credentials.repository.ts';
import { findMinLength } from '../password/passwords.rules.ts';
import { endSessions } from '../sessions/end-sessions.usecases.ts';
import { presentPasskey } from './passkeys.presenter.ts';
import { findPasskeys } from './passkeys.repository.ts';
import {
  createTotpSecret,
  describeTotp,
  findAcceptedStep,
  hasSecondFactor,
  parseTotpCode,
} from './second-factor.rules.ts';
import {
  createMissingRecoveryCodes,
  createRecoveryCodes,
  requireNoFactorNeeded,
  requirePassword,
  settleFactorRemoval,
} from './second-factor-change.usecases.ts';
import {
  type SecondFactorCodeDeps,
  secretContext,
  spendSecondFactorCode,
} from './second-factor-code.usecases.ts';
import { isSecondFactorRequired } from './second-factor-rule.usecases.ts';
import {
  confirmTotpFactor,
  deleteTotpFactor,
  findFactorStanding,
  findTotpFactor,
  startTotpFactor,
} from './second-factors.repository.ts';

/** Time to put the secret into an app and type its first code. */
const enrolmentSeconds = 900;

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

/** Describes a user's factors, and how long a password must be beside them. */
export async function describeCredentials(
  deps: Pick<AuthDeps, 'db' | 'systemConfig'>,
  { userId, userType }: Pick<SessionCaller, 'userId' | 'userType'>,
) {
  const { db } = deps;
  const standing = await findFactorStanding(db, { userId, userType });
  const stored = isAdministrator(userType) ? await findTotpFactor(db, userId) : undefined;
  const own = standing.passkeys > 0 ? await findPasskeys(db, userId) : [];
  return {
    passwordMinLength: findMinLength(userType, hasSecondFactor(standing)),
    secondFactor: isAdministrator(userType)
      ? {
          enrolledAt: stored?.enrolledAt?.toISOString() ?? null,
          isRequired: isSecondFactorRequired(deps),
        }
      : null,
    passkeys: own.map(presentPasskey),
    recoveryCodesLeft: standing.recoveryCodes,
  };
}

/**
 * Starts the enrolment of an authenticator app: returns the secret that a code has to confirm.
 * @throws AppError wrong_password, second_factor_enrolled
 */
export async function startTotpEnrolment(
  deps: ConfirmPasswordDeps & Pick<AuthDeps, 'masterKey'>,
  caller: SessionCaller,
  password: string,
  client: ClientInfo,
) {
  const user = await requirePassword(deps, caller, password, client);
  const secret = createTotpSecret();
  const now = deps.clock.now();
  const sealedSecret = seal(deps.masterKey, secret, secretContext(user.id));
  if (!(await startTotpFactor(deps.db, { userId: user.id, sealedSecret, now }))) {
    throw secondFactorEnrolled();
  }
  const expiresAt = addSeconds(now, enrolmentSeconds).toISOString();
  return { ...describeTotp(secret, user.contact_number), expiresAt };
}

/**
 * Confirms the app by its first code. From now on a password alone no longer signs in: other
 * sessions end.
 * @throws AppError second_factor_wrong, second_factor_enrolled, second_factor_not_enrolled when no
 * enrolment was started recently
 */
export async function confirmTotpEnrolment(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'masterKey' | 'refreshKey' | 'revocations'>,
  caller: SessionCaller,
  typed: string,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] }> {
  const { db } = deps;
  const { userId, userType, sessionId } = caller;
  const stored = await findTotpFactor(db, userId);
  if (stored?.enrolledAt) throw secondFactorEnrolled();
  const now = deps.clock.now();
  if (!stored || addSeconds(stored.startedAt, enrolmentSeconds) <= now) {
    throw secondFactorNotEnrolled();
  }
  const { sealedSecret } = stored;
  const secret = unseal(deps.masterKey, sealedSecret, secretContext(userId));
  const code = parseTotpCode(typed);
  const step = code === null ? null : findAcceptedStep(secret, code, now, stored.lastStep);
  if (step === null) throw secondFactorWrong();
  const done = await db.transaction().execute(async (trx) => {
    await lockPasswordHash(trx, userId);
    const before = await findFactorStanding(trx, { userId, userType });
    const factor = { userId, sealedSecret, step, now };
    if (!(await confirmTotpFactor(trx, factor))) throw secondFactorEnrolled();
    const recoveryCodes = await createMissingRecoveryCodes(deps, trx, userId, before);
    await recordEvent(trx, 'second-factor.enrolled', { userId }, now);
    await addLoginEvent(trx, { userId, kind: 'second-factor-enrolled', client, at: now });
    const others = { userId, exceptSessionId: sessionId };
    const ended = await endSessions(deps, trx, others, 'second_factor_changed');
    return { recoveryCodes, ended };
  });
  done.ended.announce();
  return { recoveryCodes: done.recoveryCodes };
}

/**
 * Removes the authenticator app of a user who has the password and a code.
 * @throws AppError wrong_password, second_factor_wrong, second_factor_not_enrolled;
 * second_factor_needed for the last one where one is required; password_too_short when the password
 * is too short without a factor
 */
export async function disableTotp(
  deps: ConfirmPasswordDeps & SecondFactorCodeDeps & Pick<AuthDeps, 'systemConfig'>,
  caller: SessionCaller,
  given: PasswordAndCode,
  client: ClientInfo,
) {
  const { db } = deps;
  const { userType } = caller;
  const user = await requirePassword(deps, caller, given.password, client);
  const { id: userId } = user;
  const { hasApp, passkeys } = await findFactorStanding(db, { userId, userType });
  if (!hasApp) throw secondFactorNotEnrolled();
  const confirmed = { user, password: given.password };
  if (passkeys === 0) requireNoFactorNeeded(deps, userType, confirmed);
  await spendSecondFactorCode(deps, user, given.code, client);
  const now = deps.clock.now();
  await db.transaction().execute(async (trx) => {
    await lockPasswordHash(trx, userId);
    if (!(await deleteTotpFactor(trx, userId))) throw secondFactorNotEnrolled();
    await settleFactorRemoval(deps, trx, caller, confirmed);
    await recordEvent(trx, 'second-factor.disabled', { userId }, now);
    await addLoginEvent(trx, { userId, kind: 'second-factor-removed', client, at: now });
  });
  return { success: true as const };
}

/** @throws AppError wrong_password, second_factor_wrong, second_factor_not_enrolled */
export async function renewRecoveryCodes(
  deps: ConfirmPasswordDeps & SecondFactorCodeDeps,
  caller: SessionCaller,
  given: PasswordAndCode,
  client: ClientInfo,
): Promise<{ recoveryCodes: string[] }> {
  const { userType } = caller;
  const user = await requirePassword(deps, caller, given.password, client);
  const { id: userId } = user;
  if (!hasSecondFactor(await findFactorStanding(deps.db, { userId, userType }))) {
    throw secondFactorNotEnrolled();
  }
  await spendSecondFactorCode(deps, user, given.code, client);
  const recoveryCodes = await deps.db.transaction().execute(async (trx) => {
    await lockPasswordHash(trx, userId);
    await recordEvent(trx, 'recovery-codes.renewed', { userId }, deps.clock.now());
    return createRecoveryCodes(deps, trx, userId);
  });
  return { recoveryCodes };
}
