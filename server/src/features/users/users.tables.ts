import type {
  AdminScope,
  ColumnMapping,
  FullDisk,
  ImportColumn,
  ImportFailure,
  Permission,
  RowProblem,
} from '@prahari/contract';
import type { Narrow, Row } from '../../platform/db/tables.ts';

/** A user with all columns of the table. */
export type UserRow = Row<'users'>;

declare module '../../platform/db/tables.ts' {
  /** All columns are in `tables.generated.ts`, made from migrations/0002_users.sql. */
  interface Tables {
    users: Narrow<
      'users',
      {
        user_type: 'LEARNER' | 'ADMIN' | 'SUPER_ADMIN';
        status: 'invited' | 'active' | 'blocked';
        /** Null: the default of the role. */
        permissions: Permission[];
        admin_scope: AdminScope;
      }
    >;
    user_imports: Narrow<
      'user_imports',
      {
        format: 'csv' | 'xlsx';
        state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
        columns: ColumnMapping;
        failure_code: ImportFailure;
        /** How created users receive their codes. */
        delivery: 'sms' | 'file';
        disk_wait: FullDisk;
      }
    >;
    user_import_errors: Narrow<
      'user_import_errors',
      { column_name: ImportColumn; reason: RowProblem }
    >;
  }
}
