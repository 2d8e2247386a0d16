import type { AuditAction } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx } from '../db/database.ts';

export interface LatestEntry {
  readonly at: Date;
  /** Null for the platform itself. */
  readonly actorId: string | null;
}

/** Finds the newest entry of an act on each of some users, also by an act on many that changed one. */
export async function findLatestEntries(
  db: DbOrTrx,
  subjectIds: readonly string[],
  { onOne, onMany }: { readonly onOne: AuditAction; readonly onMany: AuditAction },
): Promise<ReadonlyMap<string, LatestEntry>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await sql<LatestEntry & { subjectId: string }>`
    SELECT DISTINCT ON ("subjectId") "subjectId", at, "actorId" FROM (
      SELECT subject_id AS "subjectId", at, actor_id AS "actorId", id FROM admin_audit
      WHERE subject_id = ANY (${[...subjectIds]}::uuid[]) AND action = ${onOne}
      UNION ALL
      SELECT about.subject_id, entry.at, entry.actor_id, entry.id
      FROM admin_audit_subjects AS about JOIN admin_audit AS entry ON entry.id = about.entry_id
      WHERE about.subject_id = ANY (${[...subjectIds]}::uuid[]) AND about.outcome = 'done'
        AND entry.action = ${onMany}
    ) AS found
    ORDER BY "subjectId", at DESC, id DESC`.execute(db);
  return new Map(rows.map(({ subjectId, at, actorId }) => [subjectId, { at, actorId }]));
}
