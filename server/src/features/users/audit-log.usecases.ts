import { type AdminActFilter, readAdminActs } from '../../platform/audit-log/read-admin-acts.ts';
import type { Db } from '../../platform/db/database.ts';
import { searchTerm } from './user-list.rules.ts';

export interface AuditLogQuery extends Omit<AdminActFilter, 'offset'> {
  readonly page: number;
}

export function createAuditLog(db: Db) {
  /** What administrators did, newest first. */
  return async function auditLog(query: AuditLogQuery) {
    const { page, limit, search, ...filter } = query;
    const offset = (page - 1) * limit;
    const window = { limit, offset, search: searchTerm(search) };
    return { ...(await readAdminActs(db, { ...filter, ...window })), page, limit };
  };
}
