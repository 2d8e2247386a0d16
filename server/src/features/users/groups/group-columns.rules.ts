import type { UserGroup } from '@prahari/contract';
import type { TableColumns } from '../../../platform/export/table-file.ts';

export const groupColumns: TableColumns<UserGroup> = [
  ['id', (row) => row.id],
  ['name', (row) => row.name],
  ['memberCount', (row) => row.memberCount],
  ['lastLoginAt', (row) => row.lastLoginAt],
  ['isWithinScope', (row) => row.isWithinScope],
  ['createdAt', (row) => row.createdAt],
];
