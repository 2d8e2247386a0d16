import type { SealedColumn } from '../../../platform/crypto/reseal.ts';
import { seal } from '../../../platform/crypto/seal.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { putActivationCodes } from '../activation/activation.repository.ts';
import {
  chooseDelivery,
  findDeliveryWays,
  makeActivationCode,
} from '../activation/activation.rules.ts';
import {
  findActivationExpiry,
  type IssueActivationDeps,
} from '../activation/activation.usecases.ts';
import {
  type CodeMessage,
  enqueueActivationCodes,
} from '../activation/tasks/send-activation-code.task.ts';
import type { Actor } from '../users.policy.ts';
import { insertImportCodes, type KeptCode } from './import-codes.repository.ts';
import type { NewLearner } from './learners.repository.ts';

/** Returns what a sealed code of an import is bound to. */
export const sealContextOf = (userId: string) => `import-code:${userId}`;

export const importCodeColumn: SealedColumn = {
  what: 'codes of imports',
  table: 'user_import_codes',
  column: 'sealed_code',
  context: 'import-code:{user_id}',
};

/**
 * Makes the activation codes of imported users, which are sent, or else kept for the administrator.
 */
export async function issueImportCodes(
  deps: IssueActivationDeps,
  trx: Trx,
  issue: {
    readonly actor: Actor;
    readonly importId: string;
    readonly created: readonly Pick<NewLearner, 'id' | 'email'>[];
  },
): Promise<void> {
  const { actor, importId, created } = issue;
  const ways = findDeliveryWays(deps);
  const made = created.map(({ id, email }) => {
    const delivery = chooseDelivery(actor, ways, email);
    return { userId: id, delivery, ...makeActivationCode() };
  });
  await putActivationCodes(trx, made, findActivationExpiry(deps));
  const messages: CodeMessage[] = [];
  const kept: KeptCode[] = [];
  for (const { userId, delivery, code, codeHash } of made) {
    if (delivery === 'shown') {
      const sealedCode = seal(deps.masterKey, Buffer.from(code), sealContextOf(userId));
      kept.push({ userId, codeHash, sealedCode });
    } else messages.push({ userId, delivery, code });
  }
  await enqueueActivationCodes(deps, trx, messages);
  if (kept.length > 0) await insertImportCodes(trx, importId, kept);
}
