import type { AuditAction, BulkOutcome } from '@prahari/contract';
import type { Selectable } from 'kysely';
import type { NarrowedTable } from './columns.ts';
import type { DB } from './tables.generated.ts';

export type Narrow<
  Name extends keyof DB,
  Values extends { [Column in keyof Values]: Column extends keyof DB[Name] ? unknown : never },
> = NarrowedTable<DB[Name], Values>;

/**
 * The tables as SQL sees them. Their columns are in `tables.generated.ts`, made from `migrations/`
 * by `npm run tables`. This file (and `x.tables.ts` of the feature that owns a table) adds only
 * what the database has no type for: the values of a text, and the contents of JSON.
 */
export interface Tables extends DB {
  admin_audit: Narrow<
    'admin_audit',
    { action: AuditAction; before: Record<string, unknown>; after: Record<string, unknown> }
  >;
  admin_audit_subjects: Narrow<'admin_audit_subjects', { outcome: BulkOutcome }>;
}

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
