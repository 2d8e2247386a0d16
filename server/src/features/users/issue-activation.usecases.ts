import type { Activation } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { LiveConfig } from '../../platform/system-config/system-config.ts';
import type { ActivationRepository } from './activation.repository.ts';
import { deliveryOf, makeActivationCode } from './activation.rules.ts';
import type { Actor } from './users.policy.ts';

const daySeconds = 86_400;

/** Makes the one code with which a user sets a password; an earlier one is void. */
export function createIssueActivation(deps: {
  readonly clock: Clock;
  readonly activations: Pick<ActivationRepository, 'put'>;
  readonly systemConfig: LiveConfig;
  readonly hasGateway: boolean;
  /** Has the code sent once the transaction is committed: a slow gateway holds nobody's request. */
  sendLater(trx: Trx, userId: string, code: string): Promise<void>;
}) {
  return async function issueActivation(
    trx: Trx,
    actor: Actor,
    userId: string,
  ): Promise<Activation> {
    const { code, codeHash } = makeActivationCode();
    const { invitationDays } = deps.systemConfig.current().accounts;
    const expiry = secondsAfter(deps.clock.now(), invitationDays * daySeconds);
    await deps.activations.put(trx, { userId, codeHash, expiresAt: expiry });
    const expiresAt = expiry.toISOString();
    const delivery = deliveryOf(actor, deps.hasGateway);
    if (delivery === 'shown') return { delivery, code, expiresAt };
    await deps.sendLater(trx, userId, code);
    return { delivery, code: null, expiresAt };
  };
}

export type IssueActivation = ReturnType<typeof createIssueActivation>;
