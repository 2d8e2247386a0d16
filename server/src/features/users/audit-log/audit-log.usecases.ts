import type { endpoints, QueryOf } from '@prahari/contract';
import {
  type AuditEntryFilter,
  listAuditEntries,
  listAuditEntriesAfter,
} from '../../../platform/audit-log/list-audit-entries.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
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
  return { ...(await listAuditEntries(db, matching, window)), page, limit };
}

/** Lists the next entries for an export, newest first. */
export async function listAuditLogForExport(
  { db }: Pick<UsersDeps, 'db'>,
  { search, ...filter }: QueryOf<typeof endpoints.listExports.auditLog>,
  part: ListPart,
) {
  return listAuditEntriesAfter(db, { ...filter, search: readSearchTerm(search) }, part);
}
