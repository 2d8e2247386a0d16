import type { AuthDeps } from '../auth.deps.ts';
import { passwordResetUnavailable } from '../auth.errors.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import {
  beginSignInAttempt,
  type Claim,
  type SignInAttemptDeps,
} from '../sign-in/sign-in-attempt.usecases.ts';
import { startPasswordResetKind } from './tasks/start-password-reset.task.ts';

/**
 * Requests a code for a learner who forgot the password. Counts like a sign-in with a password and
 * answers every number alike: a job decides later whether a code is sent.
 * @throws AppError password_reset_unavailable, phone_invalid, RATE_LIMIT_EXCEEDED,
 * proof_of_work_required
 */
export async function requestPasswordReset(
  deps: SignInAttemptDeps &
    Pick<AuthDeps, 'queue'> & { readonly users: Pick<AuthDeps['users'], 'canSendCodes'> },
  given: Claim,
  client: ClientInfo,
): Promise<{ success: true }> {
  if (!deps.users.canSendCodes) throw passwordResetUnavailable();
  const { user } = await beginSignInAttempt(deps, given, client, 'password');
  const { deviceId, address, userAgent } = client;
  const data = { userId: user?.id ?? null, deviceId, address, userAgent };
  await deps.db
    .transaction()
    .execute((trx) => deps.queue.enqueue(trx, startPasswordResetKind, data));
  return { success: true };
}
