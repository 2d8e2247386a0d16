import type { UserType } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { passwordRefused, secondFactorNeeded, wrongPassword } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import {
  type ConfirmPasswordDeps,
  confirmPassword,
} from '../password/confirm-password.usecases.ts';
import { describePasswordContext } from '../password/password-context.rules.ts';
import { isTooShort } from '../password/passwords.rules.ts';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.rules.ts';
import { hasSecondFactor } from './second-factor.rules.ts';
import { isSecondFactorRequiredOf } from './second-factor-rule.usecases.ts';
import {
  deleteRecoveryCodes,
  type FactorHolder,
  type FactorStanding,
  findFactorStanding,
  replaceRecoveryCodes,
} from './second-factors.repository.ts';

// Shared by changes of passkeys and of TOTP.

export interface Confirmed {
  readonly user: UserRow;
  readonly password: string;
}

/** @throws AppError wrong_password, RATE_LIMIT_EXCEEDED */
export async function requirePassword(
  deps: ConfirmPasswordDeps,
  caller: SessionCaller,
  password: string,
  client: ClientInfo,
): Promise<UserRow> {
  const { user, isRight } = await confirmPassword(deps, caller, password, client);
  if (!isRight) throw wrongPassword();
  return user;
}

/** Replaces the recovery codes of a user. @returns the new ones, as they are shown once */
export async function createRecoveryCodes(
  deps: Pick<AuthDeps, 'refreshKey'>,
  trx: Trx,
  userId: string,
): Promise<string[]> {
  const codes = generateRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(deps.refreshKey, userId, code));
  await replaceRecoveryCodes(trx, userId, hashes);
  return codes;
}

/**
 * Creates recovery codes for a user who had no factor, or has no code left.
 * @returns none for others: theirs stay valid and secret
 */
export async function createMissingRecoveryCodes(
  deps: Pick<AuthDeps, 'refreshKey'>,
  trx: Trx,
  userId: string,
  before: FactorStanding,
): Promise<string[]> {
  const hasAll = hasSecondFactor(before) && before.recoveryCodes > 0;
  return hasAll ? [] : createRecoveryCodes(deps, trx, userId);
}

/**
 * Checks the conditions of a user without any factor: refuses what `settleFactorRemoval` would
 * refuse, before anything is used up.
 * @throws AppError second_factor_needed, password_too_short
 */
export function requireNoFactorNeeded(
  deps: Pick<AuthDeps, 'systemConfig'>,
  userType: UserType,
  { user, password }: Confirmed,
): void {
  if (isSecondFactorRequiredOf(deps, userType)) throw secondFactorNeeded();
  const context = describePasswordContext(user, { userType, hasSecondFactor: false });
  // Only its length: an older password may break newer rules.
  if (isTooShort(password, context)) throw passwordRefused('password_too_short', context);
}

/**
 * Completes the removal of a factor, in its transaction and with the account locked: if it was the
 * last one, recovery codes are removed too. A refusal rolls the transaction back.
 * @throws AppError second_factor_needed, password_too_short
 */
export async function settleFactorRemoval(
  deps: Pick<AuthDeps, 'systemConfig'>,
  trx: Trx,
  { userId, userType }: FactorHolder,
  confirmed: Confirmed,
): Promise<void> {
  if (hasSecondFactor(await findFactorStanding(trx, { userId, userType }))) return;
  requireNoFactorNeeded(deps, userType, confirmed);
  await deleteRecoveryCodes(trx, userId);
}
