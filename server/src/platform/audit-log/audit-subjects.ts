import type { AuditAction, BulkOutcome } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { NewAuditEntry } from './write-audit-entry.ts';
import { writeAuditEntry } from './write-audit-entry.ts';

/** One of many users that an entry concerns. */
export interface AuditSubjectRow {
  readonly id: string;
  readonly outcome: BulkOutcome;
}

/** Writes one entry about many, in the transaction of the change itself. */
export async function writeAuditEntryAbout(
  trx: Trx,
  entry: NewAuditEntry,
  subjects: readonly AuditSubjectRow[],
  at: Date,
): Promise<void> {
  await insertSubjects(trx, await writeAuditEntry(trx, entry, at), subjects);
}

/** Adds to the list of an entry that was written before, found by its act and what it was about. */
export async function addAuditSubjects(
  trx: Trx,
  of: { readonly action: AuditAction; readonly subjectId: string },
  subjects: readonly AuditSubjectRow[],
): Promise<void> {
  const { id } = await trx
    .selectFrom('admin_audit')
    .select('id')
    .where('subject_id', '=', of.subjectId)
    .where('action', '=', of.action)
    .executeTakeFirstOrThrow();
  await insertSubjects(trx, id, subjects);
}

async function insertSubjects(
  trx: Trx,
  entryId: string,
  subjects: readonly AuditSubjectRow[],
): Promise<void> {
  if (subjects.length === 0) return;
  await sql`
    INSERT INTO admin_audit_subjects (entry_id, subject_id, outcome)
    SELECT ${entryId}::uuid, subject_id, outcome FROM unnest(
      ${subjects.map(({ id }) => id)}::uuid[], ${subjects.map(({ outcome }) => outcome)}::text[]
    ) AS about (subject_id, outcome)`.execute(trx);
}

/** Lists one page of the users that an entry concerns, unchanged ones first. */
export async function listAuditSubjects(
  db: Db,
  entryId: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ subjects: AuditSubjectRow[]; total: number }> {
  const all = db.selectFrom('admin_audit_subjects').where('entry_id', '=', entryId);
  const subjects = await all
    .select(['subject_id as id', 'outcome'])
    .orderBy(sql`outcome = 'done'`)
    .orderBy('subject_id')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  const { total } = await all
    .select((select) => select.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { subjects, total: Number(total) };
}
