import type { AuditAction } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../db/database.ts';
import { changedFields, type Facts } from './changed-fields.ts';

export interface AdminAct {
  readonly action: AuditAction;
  /** `userId` is null when the instance itself acted, at its start. */
  readonly actor: { readonly userId: string | null; readonly name: string };
  readonly subject: { readonly id: string | null; readonly name: string };
  /** Only what changed is kept of them, and no secret. */
  readonly before: Facts;
  readonly after: Facts;
  /** From where: the address of the caller. */
  readonly address: string;
}

/** Writes who did what to whom, in the transaction of the act: both stand or fall together. */
export async function recordAdminAct(trx: Trx, act: AdminAct, at: Date): Promise<void> {
  await recordAdminActs(trx, [act], at);
}

/** Writes many acts at once. */
export async function recordAdminActs(
  trx: Trx,
  acts: readonly AdminAct[],
  at: Date,
): Promise<void> {
  if (acts.length === 0) return;
  await trx
    .insertInto('admin_audit')
    .values(acts.map((act) => rowOf(act, at)))
    .execute();
}

function rowOf(act: AdminAct, at: Date) {
  const { before, after } = changedFields(act.before, act.after);
  return {
    id: uuidv7(),
    at,
    action: act.action,
    actor_id: act.actor.userId,
    actor_name: act.actor.name,
    subject_id: act.subject.id,
    subject_name: act.subject.name,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    address: act.address,
  };
}
