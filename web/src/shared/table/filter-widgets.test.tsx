import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../api/api-context.ts';
import { createFakeApi } from '../api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { MemoryRouter } from '../routing/testing/MemoryRouter.tsx';
import { useLocation } from '../routing/use-address.ts';
import { DataTable } from './DataTable.tsx';
import type { TableColumn } from './table-column.ts';
import { useViewInAddress } from './use-view-in-address.ts';

interface Lesson {
  readonly id: string;
  readonly state: string;
  readonly minutes: number;
  readonly views: number;
  readonly day: string;
}
const lessons: readonly Lesson[] = [
  { id: 'a', state: 'ready', minutes: 1.5, views: 0, day: '2026-02-27' },
  { id: 'b', state: 'failed', minutes: 10, views: 3, day: '2026-02-28' },
  { id: 'c', state: 'empty', minutes: 90, views: 0, day: '2026-03-01' },
];
const columns: readonly TableColumn<Lesson>[] = [
  { key: 'id', title: 'Id', value: (row) => row.id },
  {
    key: 'state',
    title: 'State',
    value: (row) => row.state,
    filter: {
      kind: 'multiselect',
      options: ['ready', 'failed', 'empty'].map((value) => ({ value, label: `Is ${value}` })),
    },
  },
  {
    key: 'minutes',
    title: 'Length',
    value: (row) => row.minutes,
    filter: { kind: 'numberrange', title: 'Length in minutes' },
  },
  { key: 'views', title: 'Views', value: (row) => row.views, filter: { kind: 'number' } },
  { key: 'day', title: 'Day', value: (row) => row.day, filter: { kind: 'date' } },
  { key: 'days', title: 'Days', value: (row) => row.day, filter: { kind: 'daterange' } },
];
const definition = {
  filters: {
    state: 'multiselect',
    minutes: 'numberrange',
    views: 'number',
    day: 'date',
    days: 'daterange',
  },
  sortKeys: [],
} as const;

function Page() {
  const [view, setView] = useViewInAddress(definition);
  return (
    <>
      <p data-testid="address">{decodeURIComponent(useLocation().search)}</p>
      <DataTable
        name="lessons"
        caption="Lessons"
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.id}
        source={{ kind: 'local', rows: lessons }}
        view={view}
        onViewChange={setView}
        empty={<p>None</p>}
        errorTitle="Failed"
      />
    </>
  );
}

function show(at = '/') {
  render(
    <MemoryRouter at={at}>
      <ApiProvider value={createFakeApi({})}>
        <Page />
      </ApiProvider>
    </MemoryRouter>,
  );
}

const ids = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.children[0]?.textContent);
const address = () => screen.getByTestId('address').textContent;
const openFilters = () => fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  // Fields of days take what was typed when they are left.
  fireEvent.blur(screen.getByLabelText(label));
  act(() => vi.advanceTimersByTime(300));
}

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  cleanup();
});

test('several of a list are chosen by keyboard, and the address keeps them', () => {
  show();
  openFilters();
  const press = (item: HTMLElement, key: string) => fireEvent.keyDown(item, { key });
  press(screen.getByRole('button', { name: 'State Any' }), 'Enter');
  press(screen.getByRole('menuitemcheckbox', { name: 'Is ready' }), ' ');
  press(screen.getByRole('menuitemcheckbox', { name: 'Is failed' }), 'Enter');
  expect(address()).toBe('?f.state=ready&f.state=failed');
  expect(ids()).toEqual(['a', 'b']);
  expect(screen.getByText('Is ready, Is failed')).toBeTruthy();
  press(screen.getByRole('menuitemcheckbox', { name: 'Is ready' }), ' ');
  press(screen.getByRole('menuitemcheckbox', { name: 'Is failed' }), ' ');
  expect(address()).toBe('');
});

test('a range of numbers has its unit in its name, a fraction, and open ends', () => {
  show();
  openFilters();
  type('Length in minutes, from', '1.5');
  expect([address(), ids()]).toEqual(['?f.minutes=1.5..', ['a', 'b', 'c']]);
  type('Length in minutes, to', '10');
  expect([address(), ids()]).toEqual(['?f.minutes=1.5..10', ['a', 'b']]);
  type('Length in minutes, from', '');
  type('Length in minutes, to', '');
  expect(address()).toBe('');
});

test('a number is met exactly, zero too', () => {
  show();
  openFilters();
  type('Views', '0');
  expect([address(), ids()]).toEqual(['?f.views=0', ['a', 'c']]);
  type('Views', '');
  expect(address()).toBe('');
});

test('a day is met exactly, and a range of days with both its ends', () => {
  show();
  openFilters();
  type('Day', '2026-02-28');
  expect([address(), ids()]).toEqual(['?f.day=2026-02-28', ['b']]);
  type('Day', '31/02/2026');
  expect(screen.getByText('Enter the date as 24/11/2026.')).toBeTruthy();
  expect(ids()).toEqual(['b']);
  type('Day', '');
  type('Days, from', '28/2/2026');
  type('Days, to', '1 Mar 2026');
  expect([address(), ids()]).toEqual(['?f.days=2026-02-28..2026-03-01', ['b', 'c']]);
});

test('a shared address fills every field', () => {
  show('/?f.state=empty&f.minutes=1..100&f.views=0&f.day=2026-03-01&f.days=2026-02-28..');
  expect(ids()).toEqual(['c']);
  const fieldOf = (label: string) => screen.getByLabelText(label);
  expect(screen.getByRole('button', { name: 'State Is empty' })).toBeTruthy();
  expect(fieldOf('Length in minutes, from')).toHaveProperty('value', '1');
  expect(fieldOf('Length in minutes, to')).toHaveProperty('value', '100');
  expect(fieldOf('Views')).toHaveProperty('value', '0');
  expect(fieldOf('Day')).toHaveProperty('value', '1 Mar 2026');
  expect(fieldOf('Days, from')).toHaveProperty('value', '28 Feb 2026');
  expect(screen.getByRole('button', { name: 'Filters (5)' })).toBeTruthy();
});
