import { drmDriverSchema, endpoints } from '@prahari/contract';
import { expect, test } from 'vitest';
import { findFieldTextKey } from './field-text.ts';

/** The log never contains them. */
const UNLOGGED = ['search', 'sortBy', 'sortOrder'];

test.each([
  ['exportAll', endpoints.users.exportAll],
  ...Object.entries(endpoints.listExports),
] as const)('every filter of an export has a name: %s', (_name, { query }) => {
  const filters = Object.keys(query.shape).filter((name) => !UNLOGGED.includes(name));
  expect(filters).toContain('format');
  expect(filters.filter((name) => findFieldTextKey(name) === null)).toEqual([]);
});

test.each(['validateOnly', 'skipDuplicates', 'hasSecondFactor', 'fairPlay'])(
  '%s of an entry has a name',
  (field) => {
    expect(findFieldTextKey(field)).not.toBeNull();
  },
);

test('every setting of a licence service has a name', () => {
  const fields = drmDriverSchema.def.options.flatMap(({ shape }) => Object.keys(shape));
  expect(fields).toContain('licenceUrl');
  expect(fields.filter((name) => findFieldTextKey(name) === null)).toEqual([]);
});

test('an unknown field has none', () => {
  expect(findFieldTextKey('toString')).toBeNull();
});
