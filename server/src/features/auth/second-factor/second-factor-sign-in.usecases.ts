import { hasSameBytes } from '../../../platform/crypto/codes.ts';
import type { UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { invalidCredentials } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import {
  type OpenedSession,
  type OpenSessionDeps,
  openSession,
  type SessionWish,
} from '../sessions/open-session.usecases.ts';
import { derivePasswordMark } from '../sessions/tokens.adapter.ts';
import { type SecondFactorCodeDeps, spendSecondFactorCode } from './second-factor-code.usecases.ts';

export type PendingSignInDeps = Pick<AuthDeps, 'tokens'> & {
  readonly users: Pick<AuthDeps['users'], 'findUserById'>;
};

/** A sign-in after its first step: the password was right, on this device, and still is. */
export interface PendingSignIn {
  readonly user: UserRow;
  readonly wish: SessionWish & { readonly sessionId: string };
}

/**
 * Completes the second step of a sign-in by a code, on the device that gave the password a moment
 * ago. Each token opens one session.
 * @throws AppError as `readPendingSignIn`, also TOKEN_INVALID when used; second_factor_wrong,
 * RATE_LIMIT_EXCEEDED, device_not_bound
 */
export async function completeSignInByCode(
  deps: PendingSignInDeps & SecondFactorCodeDeps & OpenSessionDeps,
  given: { secondFactorToken: string; code: string },
  client: ClientInfo,
): Promise<OpenedSession> {
  const { user, wish } = await readPendingSignIn(deps, given.secondFactorToken, client);
  await spendSecondFactorCode(deps, user, given.code, client);
  return openSession(deps, user, client, wish);
}

/**
 * Reads the token of the second step.
 * @throws AppError TOKEN_EXPIRED, TOKEN_INVALID, or invalid_credentials when the account was
 * blocked or got another password in the meantime
 */
export async function readPendingSignIn(
  deps: PendingSignInDeps,
  token: string,
  { deviceId }: Pick<ClientInfo, 'deviceId'>,
): Promise<PendingSignIn> {
  const pending = await deps.tokens.readSecondFactorToken(token, deviceId);
  const user = await deps.users.findUserById(pending.userId);
  if (!user?.password_hash || user.status === 'blocked') throw invalidCredentials();
  if (!hasSameBytes(derivePasswordMark(user.password_hash), pending.mark))
    throw invalidCredentials();
  const { sessionId, resetDevice } = pending;
  return { user, wish: { sessionId, resetDevice } };
}
