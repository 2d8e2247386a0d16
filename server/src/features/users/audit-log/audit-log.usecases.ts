import type { endpoints, QueryOf } from '@prahari/contract';
import {
  type AuditEntryFilter,
  listAuditEntries,
  listAuditEntriesAfter,
} from '../../../platform/audit-log/list-audit-entries.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ListPart } from '../../../platform/db/list-order.ts';
import { searchTerm } from '../list/user-list.rules.ts';

export interface AuditLogQuery extends AuditEntryFilter {
  readonly page: number;
  readonly limit: number;
}

/** What administrators did, newest first. */
export function createAuditLog(db: Db) {
  return {
    async page({ page, limit, search, ...filter }: AuditLogQuery) {
      const window = { limit, offset: (page - 1) * limit };
      const found = { ...filter, search: searchTerm(search) };
      return { ...(await listAuditEntries(db, found, window)), page, limit };
    },

    async behind(
      { search, ...filter }: QueryOf<typeof endpoints.listExports.auditLog>,
      part: ListPart,
    ) {
      return listAuditEntriesAfter(db, { ...filter, search: searchTerm(search) }, part);
    },
  };
}
