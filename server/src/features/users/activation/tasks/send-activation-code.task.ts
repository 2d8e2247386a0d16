import * as z from 'zod/mini';
import type { SealedColumn } from '../../../../platform/crypto/reseal.ts';
import type { SealingKeys } from '../../../../platform/crypto/seal.ts';
import { seal, unseal } from '../../../../platform/crypto/seal.ts';
import type { Trx } from '../../../../platform/db/database.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import { findUserById } from '../../accounts/users.repository.ts';
import type { CodeDelivery, SentDelivery } from '../../ports.ts';
import type { UsersDeps } from '../../users.deps.ts';
import { findActivationCode } from '../activation.repository.ts';
import { isActivationGood } from '../activation.rules.ts';

const dataSchema = z.object({
  userId: z.uuid(),
  // Jobs from before there was a choice are sent by SMS.
  delivery: z._default(z.enum(['sms', 'email']), 'sms'),
  sealedCode: z.base64url(),
});
type SendActivationCodeData = z.infer<typeof dataSchema>;

/** Tries spread over half a day or so; a gateway that takes and then fails sends few repeats. */
export const sendActivationCodeKind: JobKind<SendActivationCodeData> = {
  name: 'send-activation-code',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: 16,
  retryDelayMaxSeconds: 6 * 3600,
  expireSeconds: 60,
};

export const activationJobColumn: SealedColumn = {
  what: 'codes waiting to be sent',
  table: 'pgboss.job',
  column: 'data',
  context: 'activation-code:{userId}',
  job: { name: sendActivationCodeKind.name, field: 'sealedCode' },
};

/** An activation code that is to be sent. */
export interface CodeMessage {
  readonly userId: string;
  readonly delivery: SentDelivery;
  readonly code: string;
}

/** The ways to send codes; undefined for one that this process has no settings for. */
export type CodeDeliveries = Readonly<Record<SentDelivery, CodeDelivery | undefined>>;

const sealContextOf = (userId: string) => `activation-code:${userId}`;

/** Enqueues the job that sends a code once the transaction has been committed. */
export async function enqueueActivationCode(
  { queue, masterKey }: Pick<UsersDeps, 'queue' | 'masterKey'>,
  trx: Trx,
  message: CodeMessage,
): Promise<void> {
  await queue.enqueue(trx, sendActivationCodeKind, sealMessage(masterKey, message));
}

/** Enqueues the jobs of many codes at once. */
export async function enqueueActivationCodes(
  { queue, masterKey }: Pick<UsersDeps, 'queue' | 'masterKey'>,
  trx: Trx,
  messages: readonly CodeMessage[],
): Promise<void> {
  const all = messages.map((message) => sealMessage(masterKey, message));
  await queue.enqueueAll(trx, sendActivationCodeKind, all);
}

/** Makes what the job carries. The code is sealed, because the database stores only its hash. */
export function sealMessage(
  masterKey: SealingKeys,
  { userId, delivery, code }: CodeMessage,
): SendActivationCodeData {
  const sealed = seal(masterKey, Buffer.from(code), sealContextOf(userId));
  return { userId, delivery, sealedCode: sealed.toString('base64url') };
}

type SendDeps = Pick<UsersDeps, 'db' | 'clock' | 'log' | 'masterKey'> & {
  readonly deliveries: CodeDeliveries;
};

/**
 * Makes one try to send one code, or drops it when it was used, replaced or removed, or expired.
 * @throws when it was not sent: the queue tries again
 */
export async function sendActivationCode(
  deps: SendDeps,
  run: JobRun<SendActivationCodeData>,
): Promise<void> {
  await sendIfGood(deps, run).catch((error: unknown) => {
    const { userId } = run.data;
    deps.log.warn({ err: error, userId, attempt: run.attempt }, 'an activation code was not sent');
    throw error;
  });
}

async function sendIfGood(
  { db, clock, log, masterKey, deliveries }: SendDeps,
  { data, signal }: JobRun<SendActivationCodeData>,
): Promise<void> {
  const { userId, sealedCode } = data;
  const delivery = deliveries[data.delivery];
  if (!delivery) throw new Error(`this process has no settings to send by ${data.delivery}`);
  const sealed = Buffer.from(sealedCode, 'base64url');
  const code = unseal(masterKey, sealed, sealContextOf(userId)).toString('utf8');
  const user = await findUserById(db, userId);
  const stored = await findActivationCode(db, userId);
  const isUnreachable = data.delivery === 'email' && user?.email === null;
  if (!user || isUnreachable || !stored || !isActivationGood(stored, code, clock.now())) {
    log.info(
      { userId },
      'an activation code was void, or its address gone, before it could be sent',
    );
    return;
  }
  const { name, contact_number: contactNumber, email } = user;
  const { expiresAt } = stored;
  await delivery.deliver({ contactNumber, email, name, code, expiresAt }, signal);
  log.info({ userId }, 'an activation code was sent');
}
