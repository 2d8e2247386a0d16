import type { AuditAction } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx } from '../db/database.ts';

/** Finds the newest entry of an act on a user, also by an act on many that changed this one. */
export async function findLatestEntry(
  db: DbOrTrx,
  subjectId: string,
  { onOne, onMany }: { readonly onOne: AuditAction; readonly onMany: AuditAction },
): Promise<{ readonly at: Date; readonly actorId: string | null } | undefined> {
  const { rows } = await sql<{ at: Date; actorId: string | null }>`
    SELECT at, actor_id AS "actorId", id FROM admin_audit
    WHERE subject_id = ${subjectId}::uuid AND action = ${onOne}
    UNION ALL
    SELECT entry.at, entry.actor_id, entry.id
    FROM admin_audit_subjects AS about JOIN admin_audit AS entry ON entry.id = about.entry_id
    WHERE about.subject_id = ${subjectId}::uuid AND about.outcome = 'done'
      AND entry.action = ${onMany}
    ORDER BY at DESC, id DESC LIMIT 1`.execute(db);
  return rows[0];
}
