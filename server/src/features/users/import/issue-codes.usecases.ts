import { type Clock, secondsAfter } from '../../../platform/clock/clock.ts';
import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import type { SealingKeys } from '../../../platform/crypto/seal.ts';
import { seal } from '../../../platform/crypto/seal.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import {
  type DeliveryWays,
  deliveryOf,
  makeActivationCode,
} from '../activation/activation.rules.ts';
import type { CodeMessage } from '../activation/issue-activation.usecases.ts';
import type { Actor } from '../users.policy.ts';
import type { ImportCodesRepository, KeptCode } from './import-codes.repository.ts';
import type { LearnersRepository, NewLearner } from './learners.repository.ts';

const daySeconds = 86_400;

/** Returns what a sealed code of an import is bound to. */
export const codeContext = (userId: string) => `import-code:${userId}`;

export const importCodeColumn: SealedColumn = {
  what: 'codes of imports',
  table: 'user_import_codes',
  column: 'sealed_code',
  context: 'import-code:{user_id}',
};

/** Makes the activation codes of imported users, to be sent or else kept for the administrator. */
export function createIssueCodes(deps: {
  readonly clock: Clock;
  readonly masterKey: SealingKeys;
  readonly systemConfig: LiveConfig;
  readonly learners: Pick<LearnersRepository, 'putCodes'>;
  readonly codes: Pick<ImportCodesRepository, 'keep'>;
  readonly ways: DeliveryWays;
  /** Has codes sent once the transaction is committed. */
  sendAllLater(trx: Trx, messages: readonly CodeMessage[]): Promise<void>;
}) {
  const { masterKey, learners, codes } = deps;
  return async function issueCodes(
    trx: Trx,
    actor: Actor,
    importId: string,
    created: readonly Pick<NewLearner, 'id' | 'email'>[],
  ): Promise<void> {
    const made = created.map(({ id, email }) => {
      const delivery = deliveryOf(actor, deps.ways, email);
      return { userId: id, delivery, ...makeActivationCode() };
    });
    const { invitationDays } = deps.systemConfig.current().accounts;
    const expiresAt = secondsAfter(deps.clock.now(), invitationDays * daySeconds);
    await learners.putCodes(trx, made, expiresAt);
    const messages: CodeMessage[] = [];
    const kept: KeptCode[] = [];
    for (const { userId, delivery, code, codeHash } of made) {
      if (delivery === 'shown') {
        const sealedCode = seal(masterKey, Buffer.from(code), codeContext(userId));
        kept.push({ userId, codeHash, sealedCode });
      } else messages.push({ userId, delivery, code });
    }
    await deps.sendAllLater(trx, messages);
    if (kept.length > 0) await codes.keep(trx, importId, kept);
  };
}

export type IssueCodes = ReturnType<typeof createIssueCodes>;
