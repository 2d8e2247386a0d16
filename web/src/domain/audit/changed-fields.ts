import type { AuditEntry } from '@prahari/contract';

export interface ChangedField {
  readonly field: string;
  /** Undefined where the entry has no values from before, as when something was made. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Of use to programs, not to readers: the act and its subject say the same in words. */
const UNREADABLE: readonly string[] = ['sessionId', 'posterId'];

/**
 * Lists the fields in which an entry's `before` and `after` differ; leaves out initially empty
 * ones.
 */
export function listChangedFields({
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'>): readonly ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => !UNREADABLE.includes(field))
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .filter((change) => change.before !== undefined || !isEmpty(change.after));
}

function isEmpty(value: unknown): boolean {
  const isNothing = value === null || value === undefined || value === '';
  return (
    isNothing || value === false || value === 0 || (Array.isArray(value) && value.length === 0)
  );
}
