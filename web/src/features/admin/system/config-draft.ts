import { type SystemConfig, systemConfigSchema } from '@prahari/contract';
import { ALL_FIELDS, type ConfigField } from './config-fields.ts';

/** The contents of the form while it is filled in, by path: numbers as typed. */
export type ConfigDraft = Readonly<Record<string, string | boolean>>;

export function createDraft(config: SystemConfig): ConfigDraft {
  return Object.fromEntries(
    Object.entries(config).flatMap(([section, values]) =>
      Object.entries(values).map(([field, value]) => [
        `${section}.${field}`,
        typeof value === 'number' ? String(value) : value,
      ]),
    ),
  );
}

/** Tells whether what was typed into this field can be saved. */
export function fits(field: ConfigField, value: string | boolean | undefined): boolean {
  if (field.kind === 'switch') return typeof value === 'boolean';
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value.trim())) return false;
  const number = Number(value);
  return number >= field.min && number <= field.max;
}

/** The configuration that the draft means; null while something in it does not fit. */
export function parseConfig(draft: ConfigDraft): SystemConfig | null {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const field of ALL_FIELDS) {
    const value = draft[field.path];
    if (!fits(field, value)) return null;
    const typed = field.kind === 'number' ? Number(value) : value;
    sections[field.section] = { ...sections[field.section], [field.name]: typed };
  }
  const parsed = systemConfigSchema.safeParse(sections);
  return parsed.success ? parsed.data : null;
}

/** Paths whose value the draft changes. */
export function listChangedPaths(before: ConfigDraft, draft: ConfigDraft): readonly string[] {
  return ALL_FIELDS.map(({ path }) => path).filter((path) => !isSame(draft[path], before[path]));
}

/** The present values with what the draft changes of `before` laid over them. */
export function reapplyEdits(
  before: ConfigDraft,
  draft: ConfigDraft,
  present: ConfigDraft,
): ConfigDraft {
  const mine = listChangedPaths(before, draft).map((path) => [path, draft[path] ?? '']);
  return { ...present, ...Object.fromEntries(mine) };
}

type Value = string | boolean | undefined;

/** Tells whether two values of a draft mean the same. */
export function isSame(one: Value, other: Value): boolean {
  return plain(one) === plain(other);
}

function plain(value: Value): Value {
  return typeof value === 'string' ? value.trim() : value;
}
