import { type AuditEntry, drmDriverSchema } from '@prahari/contract';

export interface ChangedField {
  readonly field: string;
  /** Undefined where the entry has no values from before, as when something was made. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Of use to programs, not to readers: the act and its subject say the same in words. */
const UNREADABLE: readonly string[] = ['sessionId', 'posterId'];

type Facts = AuditEntry['before'];

/**
 * Spreads the settings of a licence service into fields: older entries have them as one text. Of
 * headers the names, as newer entries have them.
 */
function spreadSettings({ settings, ...rest }: Facts): Facts {
  if (settings === undefined) return rest;
  const known = drmDriverSchema.safeParse(parseJson(settings));
  if (!known.success) return { settings, ...rest };
  const { data } = known;
  const headers =
    data.driver === 'headers' ? { headers: data.headers.map(({ name }) => name) } : {};
  return { ...data, ...headers, ...rest };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/**
 * Lists the fields in which an entry's `before` and `after` differ; leaves out initially empty
 * ones.
 */
export function listChangedFields(
  entry: Pick<AuditEntry, 'before' | 'after'>,
): readonly ChangedField[] {
  const [before, after] = [spreadSettings(entry.before), spreadSettings(entry.after)];
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
