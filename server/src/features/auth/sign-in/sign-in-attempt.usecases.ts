import type { ProofOfWork } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { normalisePhone, phoneInvalid, type UserRow, type Users } from '../../users/index.ts';
import type { Visitor } from '../client-info.adapter.ts';
import type { LoginHistory } from '../history/login-history.repository.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { SignInAttempt, SignInLimits } from './sign-in-rate-limit.adapter.ts';

/** RFC 9562, section 5.9: an id that belongs to no user. */
const nobody = '00000000-0000-0000-0000-000000000000';

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

export interface SignInAttemptsDeps {
  readonly db: Db;
  readonly users: Pick<Users, 'findByContact' | 'checkActivation'>;
  readonly sessions: Pick<SessionsRepository, 'hasUsedDevice'>;
  readonly limits: SignInLimits;
}

/**
 * Does what sign-in and activation share. Every step asks the database for unknown numbers what it
 * asks for known ones, so that the time does not tell which accounts exist.
 */
export function createSignInAttempts(deps: SignInAttemptsDeps) {
  return {
    /**
     * Finds the account of a number and counts the attempt. A text that can't be a phone number is
     * refused as such, which tells nothing about accounts.
     * @throws AppError phone_invalid, RATE_LIMIT_EXCEEDED, proof_of_work_required
     */
    async begin(
      claim: Claim,
      visitor: Visitor,
      secret: 'password' | 'activation',
    ): Promise<BegunAttempt> {
      const phone = normalisePhone(claim.contactNumber, claim.countryCode);
      if (phone === null) throw phoneInvalid();
      const account = phone.contactNumber;
      const user = await deps.users.findByContact(account);
      const { deviceId, address } = visitor;
      const userId = user?.id ?? nobody;
      const isKnownDevice = await deps.sessions.hasUsedDevice(deps.db, userId, deviceId);
      const counted = { address, account, deviceId, isKnownDevice };
      if (secret === 'password') await deps.limits.count(counted, claim.proofOfWork);
      else await deps.limits.countLong(counted);
      return { user: user?.status === 'blocked' ? undefined : user, counted };
    },

    /** Returns the stored hash of the activation code when what was typed is good, else null. */
    checkCode: (user: UserRow | undefined, typed: string) =>
      deps.users.checkActivation(user?.id ?? nobody, typed),
  };
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * Records a refused sign-in, with the same work for unknown numbers, for which the history keeps
 * nothing.
 */
export async function recordRefusedSignIn(
  deps: { readonly db: Db; readonly clock: Clock; readonly history: Pick<LoginHistory, 'add'> },
  userId: string | null,
  visitor: Visitor,
): Promise<void> {
  const { deviceId, address } = visitor;
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    await recordEvent(trx, 'sign-in.refused', { userId, deviceId, address }, at);
    const refused = { userId: userId ?? nobody, kind: 'sign-in-refused', visitor, at } as const;
    await deps.history.add(trx, refused);
  });
}
