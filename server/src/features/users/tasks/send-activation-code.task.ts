import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import { seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/queue.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { ActivationRepository } from '../activation.repository.ts';
import { isActivationGood } from '../activation.rules.ts';
import type { CodeDelivery } from '../ports.ts';
import type { UsersRepository } from '../users.repository.ts';

const dataSchema = z.object({ userId: z.uuid(), sealedCode: z.base64url() });
type SendActivationCodeData = z.infer<typeof dataSchema>;

/** Tries spread over half a day or so; a gateway that takes and then fails sends few repeats. */
export const sendActivationCodeKind: JobKind<SendActivationCodeData> = {
  name: 'send-activation-code',
  parse: (data) => z.parse(dataSchema, data),
  retryLimit: 16,
  retryDelayMaxSeconds: 6 * 3600,
  expireSeconds: 60,
};

const contextOf = (userId: string) => `activation-code:${userId}`;

/** What the job carries: the code is sealed, because the database stores only its hash. */
export function sealedCodeOf(
  masterKey: Uint8Array,
  userId: string,
  code: string,
): SendActivationCodeData {
  const sealed = seal(masterKey, Buffer.from(code), contextOf(userId));
  return { userId, sealedCode: sealed.toString('base64url') };
}

/** One try to send one code; it is dropped when it was used, replaced or removed, or expired. */
export function createSendActivationCode(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly masterKey: Uint8Array;
  readonly users: Pick<UsersRepository, 'findById'>;
  readonly activations: Pick<ActivationRepository, 'find'>;
  readonly delivery: CodeDelivery;
}) {
  const { db, log } = deps;

  async function send({ data, signal }: JobRun<SendActivationCodeData>): Promise<void> {
    const { userId, sealedCode } = data;
    const sealed = Buffer.from(sealedCode, 'base64url');
    const code = unseal(deps.masterKey, sealed, contextOf(userId)).toString('utf8');
    const user = await deps.users.findById(db, userId);
    const stored = await deps.activations.find(db, userId);
    if (!user || !stored || !isActivationGood(stored, code, deps.clock.now())) {
      log.info({ userId }, 'an activation code was void before it could be sent');
      return;
    }
    const { name, contact_number: contactNumber } = user;
    const { expiresAt } = stored;
    await deps.delivery.deliver({ contactNumber, name, code, expiresAt }, signal);
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
