import type { Activation, IssuedCodes } from '@prahari/contract';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { UsersDeps } from '../users.deps.ts';
import type { Actor } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';
import {
  findActivationCode,
  putActivationCode,
  putActivationCodes,
} from './activation.repository.ts';
import {
  chooseDelivery,
  findDeliveryWays,
  isActivationGood,
  makeActivationCode,
} from './activation.rules.ts';
import {
  type CodeMessage,
  enqueueActivationCode,
  enqueueActivationCodes,
} from './tasks/send-activation-code.task.ts';

const daySeconds = 86_400;

export type IssueActivationDeps = Pick<
  UsersDeps,
  'clock' | 'systemConfig' | 'queue' | 'masterKey' | 'smsGateway' | 'mailServer'
>;

/**
 * Creates the code with which a user sets a password, replacing an earlier one. A job sends it
 * after the transaction has committed, so that a slow gateway delays no request.
 */
export async function issueActivation(
  deps: IssueActivationDeps,
  trx: Trx,
  actor: Actor,
  user: { readonly id: string; readonly email: string | null },
): Promise<Activation> {
  const { code, codeHash } = makeActivationCode();
  const expiry = findActivationExpiry(deps);
  await putActivationCode(trx, { userId: user.id, codeHash, expiresAt: expiry });
  const expiresAt = expiry.toISOString();
  const delivery = chooseDelivery(actor, findDeliveryWays(deps), user.email);
  if (delivery === 'shown') return { delivery, code, expiresAt };
  await enqueueActivationCode(deps, trx, { userId: user.id, delivery, code });
  return { delivery, code: null, expiresAt };
}

/** Makes the codes of many users at once; those that are not sent are for the administrator to pass on. */
export async function issueActivations(
  deps: IssueActivationDeps,
  trx: Trx,
  actor: Actor,
  users: readonly Pick<UserRow, 'id' | 'email' | 'name' | 'contact_number'>[],
): Promise<IssuedCodes> {
  const ways = findDeliveryWays(deps);
  const expiry = findActivationExpiry(deps);
  const expiresAt = expiry.toISOString();
  const made = users.map(({ id: userId, email, name, contact_number: contactNumber }) => {
    const delivery = chooseDelivery(actor, ways, email);
    return { userId, name, contactNumber, delivery, ...makeActivationCode() };
  });
  await putActivationCodes(trx, made, expiry);
  const messages = made.flatMap(({ userId, delivery, code }): CodeMessage[] =>
    delivery === 'shown' ? [] : [{ userId, delivery, code }],
  );
  await enqueueActivationCodes(deps, trx, messages);
  return {
    shown: made
      .filter(({ delivery }) => delivery === 'shown')
      .map(({ name, contactNumber, code }) => ({ name, contactNumber, code, expiresAt })),
    sentBySms: messages.filter(({ delivery }) => delivery === 'sms').length,
    sentByEmail: messages.filter(({ delivery }) => delivery === 'email').length,
  };
}

/**
 * Sends a code with which a user who has a password chooses another one.
 * @returns false if there is no way to send it; nothing has changed then
 */
export async function sendResetCode(
  deps: Pick<UsersDeps, 'queue' | 'masterKey' | 'smsGateway' | 'mailServer'>,
  trx: Trx,
  user: { readonly id: string; readonly email: string | null },
  expiresAt: Date,
): Promise<boolean> {
  const asker = { userId: user.id, userType: 'LEARNER' } as const;
  const delivery = chooseDelivery(asker, findDeliveryWays(deps), user.email);
  if (delivery === 'shown') return false;
  const { code, codeHash } = makeActivationCode();
  await putActivationCode(trx, { userId: user.id, codeHash, expiresAt });
  await enqueueActivationCode(deps, trx, { userId: user.id, delivery, code });
  return true;
}

/** Returns when codes that are made now expire. */
export function findActivationExpiry({
  clock,
  systemConfig,
}: Pick<UsersDeps, 'clock' | 'systemConfig'>): Date {
  const { invitationDays } = systemConfig.current().accounts;
  return addSeconds(clock.now(), invitationDays * daySeconds);
}

/**
 * Checks a code that was typed.
 * @returns its stored hash when it is right and in time, else null
 */
export async function checkActivationCode(
  { db, clock }: Pick<UsersDeps, 'db' | 'clock'>,
  userId: string,
  typed: string,
): Promise<Buffer | null> {
  const stored = await findActivationCode(db, userId);
  return stored && isActivationGood(stored, typed, clock.now()) ? stored.codeHash : null;
}
