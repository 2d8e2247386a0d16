import type { AuditAction } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../db/database.ts';
import { type Facts, findChangedFields } from './changed-fields.ts';

export interface NewAuditEntry {
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

/** Writes what an administrator did to the audit log, in the transaction of the change itself. */
export async function writeAuditEntry(trx: Trx, entry: NewAuditEntry, at: Date): Promise<void> {
  await writeAuditEntries(trx, [entry], at);
}

/** Writes many entries with one statement. */
export async function writeAuditEntries(
  trx: Trx,
  entries: readonly NewAuditEntry[],
  at: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await trx
    .insertInto('admin_audit')
    .values(entries.map((entry) => createRow(entry, at)))
    .execute();
}

function createRow(entry: NewAuditEntry, at: Date) {
  const { before, after } = findChangedFields(entry.before, entry.after);
  return {
    id: uuidv7(),
    at,
    action: entry.action,
    actor_id: entry.actor.userId,
    actor_name: entry.actor.name,
    subject_id: entry.subject.id,
    subject_name: entry.subject.name,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    address: entry.address,
  };
}
