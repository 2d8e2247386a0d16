import type { AuditAction } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../db/database.ts';
import type { RecordTable } from '../db/inspect-database.ts';
import { type Facts, findChangedFields } from './changed-fields.ts';

export const auditRecord: RecordTable = { where: 'audit log', table: 'admin_audit', at: 'at' };

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

/**
 * Writes what an administrator did to the audit log, in the transaction of the change itself.
 * @returns the id of the entry
 */
export async function writeAuditEntry(trx: Trx, entry: NewAuditEntry, at: Date): Promise<string> {
  const { before, after } = findChangedFields(entry.before, entry.after);
  const id = uuidv7();
  const row = {
    id,
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
  await trx.insertInto('admin_audit').values(row).execute();
  return id;
}
