import { type Clock, secondsAfter } from '../../platform/clock/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ActivationRepository } from './activation.repository.ts';
import { makeActivationCode } from './activation.rules.ts';

const daySeconds = 86_400;

/** Makes the one code with which a user sets a password; an earlier one is void. */
export function createIssueActivation(deps: {
  readonly clock: Clock;
  readonly activations: Pick<ActivationRepository, 'put'>;
  readonly activationDays: number;
}) {
  return async function issueActivation(trx: Trx, userId: string) {
    const { code, codeHash } = makeActivationCode();
    const expiresAt = secondsAfter(deps.clock.now(), deps.activationDays * daySeconds);
    await deps.activations.put(trx, { userId, codeHash, expiresAt });
    return { code, expiresAt: expiresAt.toISOString() };
  };
}

export type IssueActivation = ReturnType<typeof createIssueActivation>;
