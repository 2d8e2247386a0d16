import type { AuditAction, AuditEntry } from '@prahari/contract';
import { type Selectable, sql } from 'kysely';
import { containing } from '../db/containing.ts';
import { countRows } from '../db/count-rows.ts';
import type { Db } from '../db/database.ts';
import { buildOrderSql, type ListOrder, type ListPart, selectRowsAfter } from '../db/list-order.ts';
import type { Tables } from '../db/tables.ts';
import { type ListItems, listItems } from '../export/export-list.ts';
import { isNotAboutThrowaway } from '../throwaway/throwaway-id.ts';

/** An entry as it was written; who its actor is now, the accounts know. */
export type WrittenEntry = Omit<AuditEntry, 'actorNow'>;

export interface AuditEntryFilter {
  readonly action?: AuditAction | undefined;
  readonly actorId?: string | undefined;
  /** Also where it is one of many. */
  readonly subjectId?: string | undefined;
  /** Whether a throwaway account acted. */
  readonly throwaway?: 'true' | 'false' | undefined;
  /** Instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the name of the actor or of the user acted upon. */
  readonly search?: string | undefined;
}

const newestFirst: ListOrder = {
  key: sql`at`,
  type: sql`timestamptz`,
  id: 'id',
  isAscending: false,
};

/** Lists one page of the audit log, newest first, with the count of all that match. */
export async function listAuditEntries(
  db: Db,
  filter: AuditEntryFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ items: WrittenEntry[]; total: number }> {
  const found = selectMatchingEntries(db, filter);
  const rows = await found
    .selectAll()
    .select(hasUsers)
    .orderBy(buildOrderSql(newestFirst))
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { items: rows.map(present), total: await countRows(db, found) };
}

/** Lists the entries after a position, newest first. */
export async function listAuditEntriesAfter(
  db: Db,
  filter: AuditEntryFilter,
  part: ListPart,
): Promise<ListItems<WrittenEntry>> {
  const rows = await selectRowsAfter(
    selectMatchingEntries(db, filter).selectAll().select(hasUsers),
    newestFirst,
    part,
  ).execute();
  return listItems(rows, present);
}

const hasUsers = sql<boolean>`EXISTS (
  SELECT FROM admin_audit_subjects WHERE entry_id = admin_audit.id)`.as('has_users');

function selectMatchingEntries(db: Db, filter: AuditEntryFilter) {
  let found = db.selectFrom('admin_audit');
  const { action, actorId, subjectId, throwaway, from, to, search } = filter;
  if (action) found = found.where('action', '=', action);
  if (actorId) found = found.where('actor_id', '=', actorId);
  if (subjectId) {
    const amongMany = sql<boolean>`id IN (
      SELECT entry_id FROM admin_audit_subjects WHERE subject_id = ${subjectId}::uuid)`;
    found = found.where((where) => where.or([where('subject_id', '=', subjectId), amongMany]));
  }
  if (throwaway) {
    const isByOther = isNotAboutThrowaway(sql.ref('actor_id'));
    found = found.where(throwaway === 'false' ? isByOther : sql<boolean>`NOT ${isByOther}`);
  }
  if (from) found = found.where('at', '>=', new Date(from));
  if (to) found = found.where('at', '<=', new Date(to));
  if (search) {
    const pattern = containing(search);
    found = found.where((where) =>
      where.or([where('actor_name', 'ilike', pattern), where('subject_name', 'ilike', pattern)]),
    );
  }
  return found;
}

function present(row: Selectable<Tables['admin_audit']> & { has_users: boolean }): WrittenEntry {
  return {
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
    hasUsers: row.has_users,
  };
}
