import { type AuditEntry, endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { AuditLogPage } from './AuditLogPage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const entry: AuditEntry = {
  id: '0199f3c0-0000-7000-8000-000000000001',
  at: '2026-11-20T10:00:00Z',
  action: 'user.update',
  actorId: '0199f3c0-0000-7000-8000-000000000002',
  actorName: 'Super administrator',
  actorNow: { name: 'Anjali Deshpande', userType: 'SUPER_ADMIN' },
  subjectId: null,
  subjectName: 'Class 8',
  before: {},
  after: {},
  address: '127.0.0.1',
  hasUsers: false,
};

/** @returns the queries that were asked */
function show(entries: readonly AuditEntry[] = [entry]): unknown[] {
  const asked: unknown[] = [];
  const call = async (endpoint: unknown, { query }: { query?: unknown }) => {
    if (endpoint === endpoints.users.auditLog) asked.push(query);
    return { items: entries, total: entries.length, page: 1, limit: 25 };
  };
  const session = createFakeSession({ ...learnerLogin, userType: 'SUPER_ADMIN' });
  render(
    <MemoryRouter at="/admin/audit-log">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ session, call: call as unknown as Api['call'] })}>
          <AuditLogPage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
}

test('what security audits did is hidden until it is asked for', async () => {
  const asked = show();
  fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
  const tests = screen.getByRole('combobox', { name: 'Security audit tests' });
  expect(tests.querySelector('option:checked')?.textContent).toBe('Hidden');
  expect(screen.queryByRole('columnheader', { name: 'Security audit tests' })).toBeNull();
  fireEvent.change(tests, { target: { value: 'true' } });
  await expect
    .poll(() => asked)
    .toEqual([
      { page: 1, limit: 25, throwaway: 'false' },
      { page: 1, limit: 25 },
    ]);
});

test('an entry says how its actor was called, where that is another name now', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Class 8' }));
  expect(
    await screen.findByText(
      'Done by Anjali Deshpande, who was called Super administrator at that time',
    ),
  ).toBeDefined();
});

test('entries stand under their day, which is said once, with the time alone', async () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5, 7).toISOString();
  const made = [at(20, 11), at(20, 10), at(19, 10)].map((moment, n) => ({
    ...entry,
    at: moment,
    id: `${entry.id.slice(0, -1)}${n}`,
    subjectName: `Class ${n}`,
  }));
  show(made);
  await screen.findByRole('button', { name: 'Class 2' });
  const lines = screen.getAllByRole('row').slice(1);
  expect(lines.map((row) => row.firstElementChild?.textContent)).toEqual([
    'Friday, 20 November 2026',
    expect.stringMatching(/^11:05:07/),
    expect.stringMatching(/^10:05:07/),
    'Thursday, 19 November 2026',
    expect.stringMatching(/^10:05:07/),
  ]);
  // The column is there for those who want it.
  expect(screen.queryByText('127.0.0.1')).toBeNull();
});
