import type { Activation } from '@prahari/contract';
import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { SentDelivery } from '../ports.ts';
import type { Actor } from '../users.policy.ts';
import type { ActivationRepository } from './activation.repository.ts';
import { type DeliveryWays, deliveryOf, makeActivationCode } from './activation.rules.ts';

const daySeconds = 86_400;

export interface CodeMessage {
  readonly userId: string;
  readonly delivery: SentDelivery;
  readonly code: string;
}

/** Makes the one code with which a user sets a password; an earlier one is void. */
export function createIssueActivation(deps: {
  readonly clock: Clock;
  readonly activations: Pick<ActivationRepository, 'put'>;
  readonly systemConfig: LiveConfig;
  readonly ways: DeliveryWays;
  /** Has the code sent once the transaction is committed: a slow gateway holds up no request. */
  sendLater(trx: Trx, message: CodeMessage): Promise<void>;
}) {
  return async function issueActivation(
    trx: Trx,
    actor: Actor,
    user: { readonly id: string; readonly email: string | null },
  ): Promise<Activation> {
    const { code, codeHash } = makeActivationCode();
    const { invitationDays } = deps.systemConfig.current().accounts;
    const expiry = secondsAfter(deps.clock.now(), invitationDays * daySeconds);
    await deps.activations.put(trx, { userId: user.id, codeHash, expiresAt: expiry });
    const expiresAt = expiry.toISOString();
    const delivery = deliveryOf(actor, deps.ways, user.email);
    if (delivery === 'shown') return { delivery, code, expiresAt };
    await deps.sendLater(trx, { userId: user.id, delivery, code });
    return { delivery, code: null, expiresAt };
  };
}

export type IssueActivation = ReturnType<typeof createIssueActivation>;
