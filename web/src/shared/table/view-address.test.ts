import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter, FilterKind } from './filter.ts';
import {
  chooseNextSort,
  clearFilters,
  firstView,
  PAGE_SIZES,
  type TableView,
  withFilter,
  withPageSize,
  withSearch,
  withSort,
} from './table-view.ts';
import { readView, writeView } from './view-address.ts';

const KINDS = [
  'text',
  'select',
  'boolean',
  'multiselect',
  'number',
  'numberrange',
  'date',
  'daterange',
] as const satisfies readonly FilterKind[];
const definition = {
  filters: Object.fromEntries(KINDS.map((kind) => [kind, kind])),
  sortKeys: ['name', 'createdAt'],
};

const someText = fc.string({ minLength: 1 });
const someLine = fc
  .string({ maxLength: 100 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const day = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2100-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((time) => time.toISOString().slice(0, 10));
const rangeOf = <Value>(end: fc.Arbitrary<Value>) =>
  fc
    .record({ from: fc.option(end), to: fc.option(end) })
    .filter(({ from, to }) => from !== null || to !== null);

const filters = fc.record(
  {
    text: someLine.map((value): Filter => ({ kind: 'text', value })),
    select: someText.map((value): Filter => ({ kind: 'select', value })),
    boolean: fc.boolean().map((value): Filter => ({ kind: 'boolean', value })),
    multiselect: fc
      .array(fc.string(), { minLength: 1 })
      .map((value): Filter => ({ kind: 'multiselect', value })),
    number: number.map((value): Filter => ({ kind: 'number', value })),
    numberrange: rangeOf(number).map((value): Filter => ({ kind: 'numberrange', value })),
    date: day.map((value): Filter => ({ kind: 'date', value })),
    daterange: rangeOf(day).map((value): Filter => ({ kind: 'daterange', value })),
  },
  { requiredKeys: [] },
);
const views: fc.Arbitrary<TableView> = fc.record({
  search: fc.string(),
  filters: filters.map((some) => ({ ...some })),
  sort: fc.option(
    fc.record({
      key: fc.constantFrom(...definition.sortKeys),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  ),
  page: fc.integer({ min: 1, max: 10_000 }),
  pageSize: fc.constantFrom(...PAGE_SIZES),
});

describe('a view in the address', () => {
  test('is read back unchanged, with any contents', () => {
    fc.assert(
      fc.property(views, (view) => {
        const address = writeView(new URLSearchParams(), view, definition).toString();
        expect(readView(new URLSearchParams(address), definition)).toEqual(view);
      }),
    );
  });

  test('keeps the parameters of others and leaves none of its own', () => {
    fc.assert(
      fc.property(views, (view) => {
        const written = writeView(new URLSearchParams('tab=users'), view, definition);
        expect(writeView(written, firstView, definition).toString()).toBe('tab=users');
      }),
    );
  });

  test('asks for nothing that the table has not', () => {
    const wild =
      'size=7&page=-2&sort=-password&f.secret=1&f.boolean=maybe&f.number=&f.date=2026-02-30';
    expect(readView(new URLSearchParams(wild), definition)).toEqual(firstView);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const view = readView(new URLSearchParams(text), definition);
        expect(PAGE_SIZES).toContain(view.pageSize);
        expect(view.page).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

test.each([
  ['one line', '%20Pune%0ACity%00%20', 'Pune City'],
  ['no longer than the calls take', 'a'.repeat(300), 'a'.repeat(100)],
  ['whole signs', `${'a'.repeat(99)}${encodeURIComponent('𑄌')}`, 'a'.repeat(99)],
  ['signs of patterns as they stand', encodeURIComponent('50%_\\'), '50%_\\'],
])('a text out of an address is %s', (_, typed, value) => {
  const view = readView(new URLSearchParams(`f.text=${typed}`), definition);
  expect(view.filters).toEqual({ text: { kind: 'text', value } });
});

test('a text of spaces filters nothing', () => {
  expect(readView(new URLSearchParams('f.text=%20%00'), definition)).toEqual(firstView);
});

test('everything but turning the page leads back to the first', () => {
  const deep = { ...firstView, page: 7 };
  expect(withSearch(deep, 'x').page).toBe(1);
  expect(withFilter(deep, 'text', { kind: 'text', value: 'x' }).page).toBe(1);
  expect(withFilter(deep, 'text', null).page).toBe(1);
  expect(clearFilters(deep).page).toBe(1);
  expect(withSort(deep, null).page).toBe(1);
  expect(withPageSize(deep, 50).page).toBe(1);
});

test('sort goes ascending, descending, none, and begins again on another column', () => {
  const ascending = chooseNextSort(null, 'name');
  expect(ascending).toEqual({ key: 'name', order: 'asc' });
  const descending = chooseNextSort(ascending, 'name');
  expect(descending).toEqual({ key: 'name', order: 'desc' });
  expect(chooseNextSort(descending, 'name')).toBeNull();
  expect(chooseNextSort(descending, 'createdAt')).toEqual({ key: 'createdAt', order: 'asc' });
});
