import type { endpoints, QueryOf } from '@prahari/contract';
import {
  type AdminActFilter,
  readAdminActs,
  readAdminActsBehind,
} from '../../platform/audit-log/read-admin-acts.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ListPart } from '../../platform/db/list-order.ts';
import { searchTerm } from './user-list.rules.ts';

export interface AuditLogQuery extends AdminActFilter {
  readonly page: number;
  readonly limit: number;
}

/** What administrators did, newest first. */
export function createAuditLog(db: Db) {
  return {
    async page({ page, limit, search, ...filter }: AuditLogQuery) {
      const window = { limit, offset: (page - 1) * limit };
      const found = { ...filter, search: searchTerm(search) };
      return { ...(await readAdminActs(db, found, window)), page, limit };
    },

    async behind(
      { search, ...filter }: QueryOf<typeof endpoints.listExports.auditLog>,
      part: ListPart,
    ) {
      return readAdminActsBehind(db, { ...filter, search: searchTerm(search) }, part);
    },
  };
}
