import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import { unseal } from '../../../platform/crypto/seal.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { secondFactorWrong } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { hasUsedDevice } from '../sessions/sessions.repository.ts';
import { hashRecoveryCode } from './recovery-codes.rules.ts';
import { findAcceptedStep, parseTotpCode } from './second-factor.rules.ts';
import {
  acceptTotpStep,
  consumeRecoveryCode,
  findTotpFactor,
} from './second-factors.repository.ts';

/** Binds the sealed secret to its user. */
export const secretContext = (userId: string) => `second-factor:${userId}`;

export const secondFactorColumn: SealedColumn = {
  what: 'second factors',
  table: 'second_factors',
  column: 'sealed_secret',
  context: 'second-factor:{user_id}',
};

export type SecondFactorCodeDeps = Pick<
  AuthDeps,
  'db' | 'clock' | 'masterKey' | 'refreshKey' | 'signInRateLimit'
>;

/**
 * Accepts a code of the authenticator app, or a recovery code. Each works once, and attempts are
 * limited.
 * @throws AppError second_factor_wrong, or RATE_LIMIT_EXCEEDED
 */
export async function spendSecondFactorCode(
  deps: SecondFactorCodeDeps,
  user: UserRow,
  typed: string,
  client: ClientInfo,
): Promise<void> {
  const { db, signInRateLimit } = deps;
  const { id: userId, contact_number: account } = user;
  const { deviceId, address } = client;
  const isKnownDevice = await hasUsedDevice(db, userId, deviceId);
  const counted = { address, account, deviceId, isKnownDevice };
  const code = parseTotpCode(typed);
  // A recovery code can't be guessed: its owner can sign in with it when others used up the short
  // codes.
  await (code ? signInRateLimit.countCode(counted) : signInRateLimit.countLongSecret(counted));
  const isGood = code
    ? await takeTotpCode(deps, userId, code)
    : await takeTypedRecoveryCode(deps, userId, typed);
  if (isGood) return signInRateLimit.forgetCodes(counted);
  const now = deps.clock.now();
  await db.transaction().execute(async (trx) => {
    await recordEvent(trx, 'second-factor.refused', { userId, deviceId, address }, now);
    await addLoginEvent(trx, { userId, kind: 'code-refused', client, at: now });
  });
  throw secondFactorWrong();
}

async function takeTotpCode(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'masterKey'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const stored = await findTotpFactor(deps.db, userId);
  if (!stored?.enrolledAt) return false;
  const secret = unseal(deps.masterKey, stored.sealedSecret, secretContext(userId));
  const step = findAcceptedStep(secret, code, deps.clock.now(), stored.lastStep);
  return step !== null && acceptTotpStep(deps.db, userId, step);
}

async function takeTypedRecoveryCode(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'refreshKey'>,
  userId: string,
  typed: string,
): Promise<boolean> {
  const hash = hashRecoveryCode(deps.refreshKey, userId, typed);
  return deps.db.transaction().execute(async (trx) => {
    const isGood = await consumeRecoveryCode(trx, userId, hash);
    if (isGood) await recordEvent(trx, 'recovery-code.used', { userId }, deps.clock.now());
    return isGood;
  });
}
