import type { AuditEntry } from '@prahari/contract';

export interface ChangedField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The fields in which an entry's `before` and `after` differ, as texts; a list reads as its parts. */
export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map(
      (field): ChangedField => ({
        field,
        before: fieldText(before[field]),
        after: fieldText(after[field]),
      }),
    )
    .filter((change) => change.before !== change.after);
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(fieldText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
