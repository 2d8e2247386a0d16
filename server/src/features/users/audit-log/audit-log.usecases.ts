import type { AuditEntry, endpoints, QueryOf } from '@prahari/contract';
import { listAuditSubjects } from '../../../platform/audit-log/audit-subjects.ts';
import {
  type AuditEntryFilter,
  listAuditEntries,
  listAuditEntriesAfter,
  type WrittenEntry,
} from '../../../platform/audit-log/list-audit-entries.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { isThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import { findUserNames } from '../accounts/users.repository.ts';
import { findImportsByIds } from '../import/import-jobs.repository.ts';
import { readSearchTerm } from '../list/user-list.rules.ts';
import type { UsersDeps } from '../users.deps.ts';

export interface AuditLogQuery extends AuditEntryFilter {
  readonly page: number;
  readonly limit: number;
}

/** Lists one page of what administrators did, newest first. */
export async function listAuditLogPage(
  { db }: Pick<UsersDeps, 'db'>,
  { page, limit, search, ...filter }: AuditLogQuery,
) {
  const window = { limit, offset: (page - 1) * limit };
  const matching = { ...filter, search: readSearchTerm(search) };
  const { items, total } = await listAuditEntries(db, matching, window);
  return { items: await addActors(db, await addImportCounts(db, items)), total, page, limit };
}

/** Lists the next entries for an export, newest first. */
export async function listAuditLogForExport(
  { db }: Pick<UsersDeps, 'db'>,
  { search, ...filter }: QueryOf<typeof endpoints.listExports.auditLog>,
  part: ListPart,
) {
  const matching = { ...filter, search: readSearchTerm(search) };
  const { items, last } = await listAuditEntriesAfter(db, matching, part);
  return { items: await addImportCounts(db, items), last };
}

/** Lists one page of the users that an entry concerns, with their current names. */
export async function listAuditSubjectsPage(
  { db }: Pick<UsersDeps, 'db'>,
  entryId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const window = { limit, offset: (page - 1) * limit };
  const { subjects, total } = await listAuditSubjects(db, entryId, window);
  const names = await findUserNames(
    db,
    subjects.map(({ id }) => id),
  );
  const items = subjects.map(({ id, outcome }) => {
    const { name = '', contactNumber = '' } = names.get(id) ?? {};
    const isNumber = contactNumber.startsWith('+');
    return { id, name, contactNumber: isNumber ? contactNumber : '', outcome };
  });
  return { items, total, page, limit };
}

/** Adds who acted, as it is now: names and roles change after an entry is written. */
async function addActors(db: Db, entries: readonly WrittenEntry[]): Promise<AuditEntry[]> {
  const ids = entries.flatMap(({ actorId }) =>
    actorId === null || isThrowawayId(actorId) ? [] : [actorId],
  );
  const actors = await findUserNames(db, [...new Set(ids)]);
  return entries.map((entry) => {
    const actor = actors.get(entry.actorId ?? '');
    // An erased account is called by no name of its own, and has no number.
    if (!actor?.contactNumber.startsWith('+')) return { ...entry, actorNow: null };
    return { ...entry, actorNow: { name: actor.name, userType: actor.userType } };
  });
}

/**
 * Adds to the entries of imports what they did: an import is one entry, written at its start, and goes
 * on behind it.
 */
async function addImportCounts(db: Db, entries: readonly WrittenEntry[]): Promise<WrittenEntry[]> {
  const ids = entries.flatMap(({ action, subjectId }) =>
    action === 'user.import' && subjectId !== null ? [subjectId] : [],
  );
  const imports = await findImportsByIds(db, ids);
  return entries.map((entry) => {
    const found = entry.action === 'user.import' && imports.get(entry.subjectId ?? '');
    if (!found || found.validate_only) return entry;
    const { state, rows_created: rowsCreated, rows_duplicate: rowsDuplicate } = found;
    const counts = { state, rowsCreated, rowsDuplicate, rowsFailed: found.rows_failed };
    return { ...entry, after: { ...entry.after, ...counts } };
  });
}
