import type { ProofOfWork, SignInRefusal } from '@prahari/contract';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { normalisePhone, phoneInvalid, type UserRow } from '../../users/index.ts';
import type { AuthDeps } from '../auth.deps.ts';
import type { ClientInfo } from '../client-info.adapter.ts';
import { addLoginEvent } from '../history/login-history.repository.ts';
import { hasUsedDevice } from '../sessions/sessions.repository.ts';
import type { SignInAttempt } from './sign-in-rate-limit.rules.ts';

/** RFC 9562, section 5.9: an id that belongs to no user. */
const unknownUserId = '00000000-0000-0000-0000-000000000000';

export interface Claim {
  readonly countryCode: string;
  readonly contactNumber: string;
  readonly proofOfWork?: ProofOfWork | undefined;
}

export interface BegunAttempt {
  /** Undefined for unknown numbers and blocked accounts, which must look the same from outside. */
  readonly user: UserRow | undefined;
  readonly counted: SignInAttempt;
}

export type SignInAttemptDeps = Pick<AuthDeps, 'db' | 'signInRateLimit'> & {
  readonly users: Pick<AuthDeps['users'], 'findUserByContact' | 'checkActivationCode'>;
};

/**
 * Finds the account of a number and counts the attempt. Every step queries the database for unknown
 * numbers as for known ones, so that the time does not tell which accounts exist. A text that can't
 * be a phone number is refused as such, which tells nothing about accounts.
 * @throws AppError phone_invalid, RATE_LIMIT_EXCEEDED, proof_of_work_required
 */
export async function beginSignInAttempt(
  deps: SignInAttemptDeps,
  claim: Claim,
  client: ClientInfo,
  secret: 'password' | 'activation',
): Promise<BegunAttempt> {
  const phone = normalisePhone(claim.contactNumber, claim.countryCode);
  if (phone === null) throw phoneInvalid();
  const account = phone.contactNumber;
  const user = await deps.users.findUserByContact(account);
  const { deviceId, address } = client;
  const isKnownDevice = await hasUsedDevice(deps.db, user?.id ?? unknownUserId, deviceId);
  const counted = { address, account, deviceId, isKnownDevice };
  if (secret === 'password') await deps.signInRateLimit.countPassword(counted, claim.proofOfWork);
  else await deps.signInRateLimit.countLongSecret(counted);
  return { user: user?.status === 'blocked' ? undefined : user, counted };
}

/** Returns the stored hash of the activation code if the typed one is right, else null. */
export function checkActivationCode(
  deps: { readonly users: Pick<AuthDeps['users'], 'checkActivationCode'> },
  user: UserRow | undefined,
  typed: string,
) {
  return deps.users.checkActivationCode(user?.id ?? unknownUserId, typed);
}

/**
 * Records a refused sign-in, with the same work for unknown numbers, for which the history keeps
 * nothing.
 */
export async function recordRefusedSignIn(
  deps: Pick<AuthDeps, 'db' | 'clock'>,
  { userId, reason }: { readonly userId: string | null; readonly reason: SignInRefusal },
  client: ClientInfo,
): Promise<void> {
  const { deviceId, address } = client;
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    await recordEvent(trx, 'sign-in.refused', { userId, deviceId, address, reason }, at);
    const owner = userId ?? unknownUserId;
    await addLoginEvent(trx, { userId: owner, kind: 'sign-in-refused', client, at });
  });
}
