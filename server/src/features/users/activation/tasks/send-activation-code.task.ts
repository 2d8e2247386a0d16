import * as z from 'zod/mini';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { SealedColumn } from '../../../../platform/crypto/reseal.ts';
import type { SealingKeys } from '../../../../platform/crypto/seal.ts';
import { seal, unseal } from '../../../../platform/crypto/seal.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { JobKind, JobRun } from '../../../../platform/jobs/queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { UsersRepository } from '../../accounts/users.repository.ts';
import type { CodeDelivery, SentDelivery } from '../../ports.ts';
import type { ActivationRepository } from '../activation.repository.ts';
import { isActivationGood } from '../activation.rules.ts';
import type { CodeMessage } from '../issue-activation.usecases.ts';

const dataSchema = z.object({
  userId: z.uuid(),
  // Jobs of before there was a choice go by SMS.
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

const contextOf = (userId: string) => `activation-code:${userId}`;

/** Makes what the job carries: the code is sealed, because the database stores only its hash. */
export function sealedCodeOf(
  masterKey: SealingKeys,
  { userId, delivery, code }: CodeMessage,
): SendActivationCodeData {
  const sealed = seal(masterKey, Buffer.from(code), contextOf(userId));
  return { userId, delivery, sealedCode: sealed.toString('base64url') };
}

/**
 * Makes one try to send one code; it is dropped when it was used, replaced or removed, or expired.
 */
export function createSendActivationCode(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly masterKey: SealingKeys;
  readonly users: Pick<UsersRepository, 'findById'>;
  readonly activations: Pick<ActivationRepository, 'find'>;
  /** Undefined for a way that this process has no settings for. */
  readonly deliveries: Readonly<Record<SentDelivery, CodeDelivery | undefined>>;
}) {
  const { db, log } = deps;

  async function send({ data, signal }: JobRun<SendActivationCodeData>): Promise<void> {
    const { userId, sealedCode } = data;
    const delivery = deps.deliveries[data.delivery];
    if (!delivery) throw new Error(`this process has no settings to send by ${data.delivery}`);
    const sealed = Buffer.from(sealedCode, 'base64url');
    const code = unseal(deps.masterKey, sealed, contextOf(userId)).toString('utf8');
    const user = await deps.users.findById(db, userId);
    const stored = await deps.activations.find(db, userId);
    const isUnreachable = data.delivery === 'email' && user?.email === null;
    if (!user || isUnreachable || !stored || !isActivationGood(stored, code, deps.clock.now())) {
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

  return async function sendActivationCode(run: JobRun<SendActivationCodeData>): Promise<void> {
    await send(run).catch((error: unknown) => {
      const { userId } = run.data;
      log.warn({ err: error, userId, attempt: run.attempt }, 'an activation code was not sent');
      throw error;
    });
  };
}
