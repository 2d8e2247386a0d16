import type { TableColumns } from '../../../platform/export/table-file.ts';
import type { UserRow } from '../users.tables.ts';

/** First those that an import reads, so that a file can come back in. */
export const userColumns: TableColumns<UserRow> = [
  ['name', (row) => row.name],
  ['countryCode', (row) => row.country_code],
  ['contactNumber', (row) => row.contact_number],
  ['kendraType', (row) => row.kendra_type],
  ['country', (row) => row.country],
  ['district', (row) => row.district],
  ['email', (row) => row.email],
  ['userType', (row) => row.user_type],
  ['status', (row) => row.status],
  ['loginCount', (row) => row.login_count],
  ['createdAt', (row) => row.created_at.toISOString()],
  ['lastLoginAt', (row) => row.last_login_at?.toISOString() ?? null],
];
