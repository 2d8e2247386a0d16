import { cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Filter } from './filter.ts';
import type { TableColumn } from './table-column.ts';
import { firstView, PAGE_SIZES, pageCount, type TableView } from './table-view.ts';
import { useTableRows } from './use-table-rows.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly age: number | null;
  readonly active: boolean;
  readonly tags: readonly string[];
  readonly day: string | null;
}
const columns: readonly TableColumn<Row>[] = [
  { key: 'name', title: 'Name', value: (row) => row.name, sortable: true, searchable: true },
  { key: 'age', title: 'Age', value: (row) => row.age, sortable: true },
  { key: 'active', title: 'Active', value: (row) => row.active, sortable: true },
  { key: 'tags', title: 'Tags', value: (row) => row.tags, searchable: true },
  { key: 'day', title: 'Day', value: (row) => row.day, sortable: true },
];
const nothing: ReadonlySet<string> = new Set();

const days = fc.constantFrom('1899-12-31', '1900-01-01', '2026-11-20', '2100-12-31', '2101-01-01');
const names = fc.constantFrom('Asha', 'asha', 'Meera', 'मीरा', 'Ravi K', '');
const tags = fc.constantFrom('a', 'b', 'Ash');
const ages = fc.integer({ min: 0, max: 6 });
const rows: fc.Arbitrary<readonly Row[]> = fc
  .array(
    fc.record({
      name: names,
      age: fc.option(ages),
      active: fc.boolean(),
      tags: fc.array(tags, { maxLength: 2 }),
      day: fc.option(days),
    }),
    { maxLength: 40 },
  )
  .map((some) => some.map((row, at) => ({ ...row, id: `r${at}` })));

const ends = <Value,>(end: fc.Arbitrary<Value>) =>
  fc.record({ from: fc.option(end), to: fc.option(end) });
const filters = fc.record(
  {
    name: fc.oneof(
      names.map((value): Filter => ({ kind: 'text', value })),
      names.map((value): Filter => ({ kind: 'select', value })),
    ),
    age: fc.oneof(
      ages.map((value): Filter => ({ kind: 'number', value })),
      ends(ages).map((value): Filter => ({ kind: 'numberrange', value })),
    ),
    active: fc.boolean().map((value): Filter => ({ kind: 'boolean', value })),
    tags: fc.array(tags, { minLength: 1 }).map((value): Filter => ({ kind: 'multiselect', value })),
    day: fc.oneof(
      days.map((value): Filter => ({ kind: 'date', value })),
      ends(days).map((value): Filter => ({ kind: 'daterange', value })),
    ),
  },
  { requiredKeys: [] },
);
const views: fc.Arbitrary<TableView> = fc.record({
  search: fc.constantFrom('', '', 'ASH', 'मी', 'k', 'no such'),
  filters: filters.map((some) => ({ ...some })),
  sort: fc.option(
    fc.record({
      key: fc.constantFrom('name', 'age', 'active', 'day'),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  ),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.constantFrom(...PAGE_SIZES),
});

/** The specification, section 5, word by word and nothing shared with the code. */
function fits(row: Row, key: string, filter: Filter): boolean {
  const cell: unknown = row[key as keyof Row];
  const text = String(cell);
  switch (filter.kind) {
    case 'text':
      return text.toLowerCase().indexOf(filter.value.toLowerCase()) >= 0;
    case 'multiselect':
      return row.tags.some((tag) => filter.value.indexOf(tag) >= 0);
    case 'numberrange': {
      const { from, to } = filter.value;
      return (
        row.age !== null && !(from !== null && row.age < from) && !(to !== null && row.age > to)
      );
    }
    case 'daterange': {
      const { from, to } = filter.value;
      return (
        row.day !== null && row.day >= (from ?? '1900-01-01') && row.day <= (to ?? '2100-12-31')
      );
    }
    default:
      return cell === filter.value;
  }
}

function naive(all: readonly Row[], view: TableView): readonly Row[] {
  const sought = view.search.toLowerCase();
  return all
    .filter((row) => Object.entries(view.filters).every(([key, filter]) => fits(row, key, filter)))
    .filter(
      (row) =>
        sought === '' ||
        [row.name, ...row.tags].some((text) => text.toLowerCase().includes(sought)),
    );
}

function shown(all: readonly Row[], view: TableView) {
  const input = { columns, rows: all, rowId: (row: Row) => row.id, view, hidden: nothing };
  return renderHook(() => useTableRows({ ...input, serverTotal: undefined, selected: nothing }))
    .result.current;
}

afterEach(cleanup);

test('shows the rows that the filters and the search let through, and no other', () => {
  fc.assert(
    fc.property(rows, views, (all, view) => {
      const whole = shown(all, { ...view, page: 1, pageSize: 100 });
      const expected = naive(all, view).map(({ id }) => id);
      expect(whole.total).toBe(expected.length);
      expect(new Set(whole.rows.map(({ id }) => id))).toEqual(new Set(expected));
      if (!view.sort) expect(whole.rows.map(({ id }) => id)).toEqual(expected);
    }),
  );
});

test('sorts by value with empty cells last, in both directions, and keeps the order of equal ones', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('asc' as const, 'desc' as const), (all, order) => {
      const view = { ...firstView, pageSize: 100, sort: { key: 'age', order } };
      const known = all.filter(({ age }) => age !== null);
      const sign = order === 'asc' ? 1 : -1;
      const sorted = [...known].sort((a, b) => sign * ((a.age ?? 0) - (b.age ?? 0)));
      const expected = [...sorted, ...all.filter(({ age }) => age === null)];
      expect(shown(all, view).rows.map(({ row }) => row)).toEqual(expected);
    }),
  );
});

test('pages put one after another are all rows, once each', () => {
  fc.assert(
    fc.property(rows, views, (all, view) => {
      const whole = shown(all, { ...view, page: 1, pageSize: 100 });
      const pages = Array.from({ length: pageCount(whole.total, view.pageSize) }, (_, at) =>
        shown(all, { ...view, page: at + 1 }).rows.map(({ id }) => id),
      );
      expect(pages.flat()).toEqual(whole.rows.map(({ id }) => id));
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(view.pageSize);
    }),
  );
});
