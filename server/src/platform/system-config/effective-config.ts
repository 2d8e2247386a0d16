import { type SystemConfig, systemConfigSchema } from '@prahari/contract';
import * as z from 'zod/mini';

const sectionsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
type Sections = z.infer<typeof sectionsSchema>;

/**
 * Merges the saved values over the first values. A saved value that does not fit (bounds may have
 * changed since) is replaced by its first value, alone.
 */
export function computeEffectiveConfig(initial: SystemConfig, saved: unknown): SystemConfig {
  let config = initial;
  for (const [section, values] of Object.entries(readSections(saved))) {
    for (const [field, value] of Object.entries(values)) {
      const candidate = overlaid(config, { [section]: { [field]: value } });
      const parsed = z.safeParse(systemConfigSchema, candidate);
      if (parsed.success) config = parsed.data;
    }
  }
  return config;
}

/**
 * Returns the values to save for an edit of the present configuration: its changes, and all saved
 * before.
 */
export function computeSaved(
  saved: unknown,
  present: SystemConfig,
  edited: SystemConfig,
): Sections {
  const before = flattenFacts(present);
  const changed: Record<string, Record<string, unknown>> = {};
  for (const [section, values] of Object.entries(edited)) {
    const fields = Object.entries(values).filter(
      ([field, value]) => before[`${section}.${field}`] !== value,
    );
    if (fields.length > 0) changed[section] = Object.fromEntries(fields);
  }
  return overlaid(readSections(saved), changed);
}

/** Lists one fact a field, as the audit log keeps it: `accounts.devicesPerLearner`. */
export function flattenFacts(config: SystemConfig): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([section, values]) =>
      Object.entries(values).map(([field, value]) => [`${section}.${field}`, value]),
    ),
  );
}

function overlaid(below: Readonly<Sections>, above: Readonly<Sections>): Sections {
  const sections = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries(
    [...sections].map((name) => [name, { ...below[name], ...above[name] }]),
  );
}

function readSections(saved: unknown): Sections {
  const parsed = z.safeParse(sectionsSchema, saved);
  return parsed.success ? parsed.data : {};
}
