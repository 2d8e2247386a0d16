import { expect, test } from 'vitest';
import { keepColumnChoices, listHiddenColumns, readColumnChoices } from './column-choice.ts';

function memory(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    kept,
  };
}
const columns = [
  { key: 'name', fixed: true },
  { key: 'city' },
  { key: 'age', hiddenAtFirst: true },
];

test('each table has its own choice, and only keys and yes or no are kept', () => {
  const storage = memory();
  keepColumnChoices(storage, 'users', { city: false });
  expect(readColumnChoices(storage, 'users')).toEqual({ city: false });
  expect(readColumnChoices(storage, 'audit-log')).toEqual({});
  expect([...storage.kept]).toEqual([['prahari.columns.users', '{"city":false}']]);
});

test('a choice wins over the table; other columns follow it, and a fixed column stays', () => {
  expect([...listHiddenColumns(columns, {})]).toEqual(['age']);
  expect([
    ...listHiddenColumns(columns, { age: true, city: false, name: false, gone: false }),
  ]).toEqual(['city']);
});

test.each(['no JSON', '[1]', '{"city":"no"}', 'null'])('%s is no choice', (text) => {
  expect(readColumnChoices(memory(new Map([['prahari.columns.x', text]])), 'x')).toEqual({});
});

test('a storage that is full or forbidden does no harm', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(readColumnChoices({ getItem: refuse }, 'x')).toEqual({});
  expect(() => keepColumnChoices({ setItem: refuse }, 'x', {})).not.toThrow();
});
