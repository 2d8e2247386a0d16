import type { AuditAction, AuditEntry } from '@prahari/contract';
import { containing } from '../db/containing.ts';
import { countRows } from '../db/count-rows.ts';
import type { Db } from '../db/database.ts';

export interface AdminActFilter {
  readonly action?: AuditAction | undefined;
  readonly actorId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** Instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the name of the person who acted or who was acted upon. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One page of what administrators did, newest first, with the count of all that match. */
export async function readAdminActs(
  db: Db,
  filter: AdminActFilter,
): Promise<{ items: AuditEntry[]; total: number }> {
  let matching = db.selectFrom('admin_audit');
  const { action, actorId, subjectId, from, to, search } = filter;
  if (action) matching = matching.where('action', '=', action);
  if (actorId) matching = matching.where('actor_id', '=', actorId);
  if (subjectId) matching = matching.where('subject_id', '=', subjectId);
  if (from) matching = matching.where('at', '>=', new Date(from));
  if (to) matching = matching.where('at', '<=', new Date(to));
  if (search) {
    const pattern = containing(search);
    matching = matching.where((where) =>
      where.or([where('actor_name', 'ilike', pattern), where('subject_name', 'ilike', pattern)]),
    );
  }
  const rows = await matching
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actorId: row.actor_id,
    actorName: row.actor_name,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before,
    after: row.after,
    address: row.address,
  }));
  return { items, total: await countRows(db, matching) };
}
