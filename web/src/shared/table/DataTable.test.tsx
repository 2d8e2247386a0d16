import { ApiError } from '@prahari/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiProvider } from '../api/api-context.ts';
import { createFakeApi } from '../api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { MemoryRouter } from '../routing/testing/MemoryRouter.tsx';
import { useLocation } from '../routing/use-address.ts';
import { DataTable, type RowSource } from './DataTable.tsx';
import type { TableColumn } from './table-column.ts';
import { useViewInAddress } from './use-view-in-address.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly city: string | null;
  readonly age: number;
}
const people: readonly Person[] = Array.from({ length: 60 }, (_, at) => ({
  id: `p${at}`,
  name: `Person ${at}`,
  city: at % 3 === 0 ? null : at % 3 === 1 ? 'Pune' : 'Nashik',
  age: 20 + at,
}));
const columns: readonly TableColumn<Person>[] = [
  { key: 'name', title: 'Name', value: (row) => row.name, sortable: true, searchable: true },
  {
    key: 'city',
    title: 'City',
    value: (row) => row.city,
    sortable: true,
    filter: { kind: 'text' },
  },
  { key: 'age', title: 'Age', value: (row) => row.age, numeric: true, sortable: true },
];
const definition = { filters: { city: 'text' }, sortKeys: ['name', 'city', 'age'] } as const;
const idOf = (row: Person) => row.id;
const nameOf = (row: Person) => row.name;

interface PageProps {
  readonly source: RowSource<Person>;
  readonly columns: readonly TableColumn<Person>[];
}

function Page({ source, columns }: PageProps) {
  const [view, setView] = useViewInAddress(definition);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <p data-testid="address">{useLocation().search}</p>
      <p data-testid="selected">{[...selected].join()}</p>
      <DataTable
        name="people"
        caption="People"
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        source={source}
        view={view}
        onViewChange={setView}
        search={{ label: 'Search people' }}
        selection={{ selected, onChange: setSelected }}
        empty={<p>Nobody yet</p>}
        errorTitle="The people could not be loaded"
      />
    </>
  );
}

function show(
  source: RowSource<Person> = { kind: 'local', rows: people },
  address = '/',
  shown = columns,
) {
  render(
    <MemoryRouter at={address}>
      <ApiProvider value={createFakeApi({})}>
        <Page source={source} columns={shown} />
      </ApiProvider>
    </MemoryRouter>,
  );
}

// Not by role: working out the roles of some hundred cells takes jsdom seconds.
const names = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent);
const address = () => screen.getByTestId('address').textContent;
const header = (name: string) =>
  [...document.querySelectorAll('th')].find((cell) => cell.textContent === name);
const sortBy = (name: string) => fireEvent.click(header(name)!.querySelector('button')!);

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  cleanup();
});

test('shows 25 rows a page and says how many there are', () => {
  show();
  expect(names()).toHaveLength(25);
  expect(screen.getByRole('status').textContent).toBe('1–25 of 60');
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByRole('status').textContent).toBe('26–50 of 60');
  expect(address()).toBe('?page=2');
  fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '100' } });
  expect(names()).toHaveLength(60);
  expect(address()).toBe('?size=100');
});

test('a header sorts ascending, descending, then not at all, and says so', () => {
  show();
  sortBy('Age');
  expect(header('Age')?.getAttribute('aria-sort')).toBe('ascending');
  sortBy('Age');
  expect(header('Age')?.getAttribute('aria-sort')).toBe('descending');
  expect(names()[0]).toBe('Person 59');
  sortBy('Age');
  expect(header('Age')?.getAttribute('aria-sort')).toBe('none');
  expect(names()[0]).toBe('Person 0');
});

test('cells without a value come last, in both directions', () => {
  show(undefined, '/?sort=city&size=100');
  expect(names()[0]).toBe('Person 2');
  cleanup();
  show(undefined, '/?sort=-city&size=100');
  expect(names()[0]).toBe('Person 1');
  expect(names().at(-1)).toMatch(/^Person (0|3|57)$/);
});

test('a search that rests narrows the rows, and leads back to the first page', () => {
  vi.useFakeTimers();
  show(undefined, '/?page=2');
  fireEvent.change(screen.getByLabelText('Search people'), { target: { value: 'PERSON 5' } });
  expect(address()).toBe('?page=2');
  act(() => vi.advanceTimersByTime(300));
  expect(address()).toBe('?search=PERSON+5');
  expect(names()).toHaveLength(11);
});

test('a shared address shows its rows, and its filters can be removed', () => {
  show(undefined, '/?f.city=pune');
  expect(screen.getByRole('status').textContent).toBe('1–20 of 20');
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'pune');
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(screen.getByRole('status').textContent).toBe('1–25 of 60');
  expect(address()).toBe('');
});

test('an address beyond the last page shows the last', () => {
  show(undefined, '/?page=900');
  expect(address()).toBe('?page=3');
});

test('rows are chosen one by one or a page at a time', () => {
  show(undefined, '/?size=10');
  fireEvent.click(screen.getByLabelText('Select Person 3'));
  expect(screen.getByTestId('selected').textContent).toBe('p3');
  fireEvent.click(screen.getByLabelText('Select all rows of this page'));
  expect(screen.getByRole('status').textContent).toBe('1–10 of 60 · 10 selected');
  fireEvent.click(screen.getByLabelText('Select all rows of this page'));
  expect(screen.getByTestId('selected').textContent).toBe('');
});

test('a column can be hidden', () => {
  show();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Columns' }), { key: 'Enter' });
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'City' }));
  expect(header('City')).toBeUndefined();
});

test('the choice of columns is remembered', () => {
  show();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Columns' }), { key: 'Enter' });
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'City' }));
  cleanup();
  show();
  expect(header('City')).toBeUndefined();
  expect(header('Age')).toBeDefined();
});

test('quick sort offers six columns, and cycles: ascending, descending, none', () => {
  const wide = Array.from({ length: 8 }, (_, at): TableColumn<Person> => {
    const key = ['name', 'age'][at] ?? `more${at}`;
    return { key, title: `Column ${at}`, value: (row) => row.age, sortable: true };
  });
  show(undefined, '/', wide);
  // The menu stays open, so that the user can continue.
  fireEvent.keyDown(screen.getByRole('button', { name: 'Sort' }), { key: 'Enter' });
  const items = () => screen.getAllByRole('menuitemcheckbox').map((item) => item.textContent);
  const choose = (item: string) =>
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: item }));
  expect(items()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Column ${at}`));
  choose('Column 1');
  expect(address()).toBe('?sort=age');
  choose('Column 1, ascending');
  expect(address()).toBe('?sort=-age');
  choose('Column 1, descending');
  expect(address()).toBe('');
});

test.each([
  [401, 'Login'],
  [403, 'Report Issue'],
  [503, null],
])('a failure by %i offers Retry and %s', (status, action) => {
  const error = new ApiError({
    status,
    type: 'x',
    code: 'ACCESS_DENIED',
    message: 'x',
    correlationId: null,
  });
  show({ kind: 'failed', error, onRetry: () => undefined });
  const offered = [...screen.getByRole('alert').querySelectorAll('button')];
  expect(offered.map((button) => button.textContent)).toEqual(
    action === null ? ['Retry'] : ['Retry', action],
  );
});

test('pages of the server are shown as they come', () => {
  const rows = [...people.slice(0, 2)].reverse();
  show({ kind: 'server', rows, total: 1_000_000 }, '/?sort=name&search=zzz&page=4');
  expect(names()).toEqual(['Person 1', 'Person 0']);
  expect(screen.getByRole('status').textContent).toBe('76–77 of 10,00,000');
});

test('an empty list, no match and a failure have different messages', () => {
  const onRetry = vi.fn();
  show({ kind: 'local', rows: [] });
  expect(screen.getByText('Nobody yet')).toBeTruthy();
  cleanup();
  show(undefined, '/?search=nobody');
  expect(screen.getByText('No results')).toBeTruthy();
  cleanup();
  show({ kind: 'failed', error: new Error('x'), onRetry });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
  cleanup();
  show({ kind: 'loading' });
  expect(screen.getByRole('status').textContent).toBe('Loading');
});
