import { describe, expect, it } from 'vitest';
import {
  type ConfigNumber,
  type ConfigSwitch,
  firstSystemConfig,
  systemConfigFields,
  systemConfigSchema,
} from './system-config.ts';

const rows = Object.entries(systemConfigFields).flatMap(([section, fields]) =>
  Object.entries<ConfigNumber | ConfigSwitch>(fields).map(([name, field]) => ({
    section,
    name,
    field,
    /** Whether the configuration is accepted with this value instead of the default. */
    takes: (value: unknown) => {
      const config = structuredClone<Record<string, Record<string, unknown>>>(firstSystemConfig);
      config[section] = { ...config[section], [name]: value };
      return systemConfigSchema.safeParse(config).success;
    },
  })),
);

describe.each(rows)('$section.$name', ({ field, takes }) => {
  it('takes what lies within its bounds, and nothing else', () => {
    if (field.kind === 'switch') {
      expect([true, false, 0, 'true', null].map(takes)).toEqual([true, true, false, false, false]);
      return;
    }
    const { min, max, first } = field;
    expect([min, first, max].map(takes)).toEqual([true, true, true]);
    expect([min - 1, max + 1, min + 0.5, String(first), null].map(takes)).not.toContain(true);
  });
});

it('the first values are those of the table', () => {
  expect(rows.length).toBeGreaterThan(30);
  const first: Record<string, Record<string, unknown>> = firstSystemConfig;
  for (const { section, name, field } of rows) expect(first[section]?.[name]).toBe(field.first);
});
