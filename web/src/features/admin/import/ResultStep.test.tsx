import type { ImportJob } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { getButtonClass } from '../../../ui/Button.tsx';
import { ResultStep } from './ResultStep.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

function show(part: Partial<ImportJob>) {
  const rows = { total: 3, read: 3, created: 2, duplicate: 0, failed: 1 };
  const job = { id: 'i1', state: 'completed', rows, failure: null, canRunAgain: true, ...part };
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'ADMIN',
    permissions: ['users.read', 'users.import'],
  });
  render(
    <MemoryRouter at="/admin/users/import">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ session })}>
          <ResultStep
            job={job as unknown as ImportJob}
            onBegun={() => undefined}
            onAnother={() => undefined}
          />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const isPrimary = ({ className }: Element) => className.includes('primary');
  const all = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')];
  return all.filter(isPrimary).map((one) => one.textContent);
}

const until = '2026-11-28T10:00:00.000Z';

test('codes that wait are the one thing to do first, whatever else there is', () => {
  expect(getButtonClass('primary')).toContain('primary');
  const codes = { delivery: 'file', count: 2, until } as const;
  expect(show({ codes })).toEqual(['Download the codes']);
  cleanup();
  expect(show({ codes, state: 'failed' })).toEqual(['Download the codes']);
});

test('fewer codes than learners are explained, and what is not there for long comes first', () => {
  const rows = { total: 6, done: 6, created: 5, duplicates: 0, failed: 1 };
  show({ codes: { delivery: 'file', count: 2, until }, rows });
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Activation codes', 'Errors by row']);
  expect(screen.getByText(/^3 more learners need no code from here/)).toBeTruthy();
  cleanup();
  show({ codes: { delivery: 'file', count: 5, until }, rows });
  expect(screen.queryByText(/no code from here/)).toBeNull();
  cleanup();
  show({ codes: { delivery: 'sms' }, rows });
  const sent = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(sent).toEqual(['Errors by row', 'Activation codes']);
});

test('where none wait, it is the users, or the rest of the rows', () => {
  const codes = { delivery: 'sms', count: 2, until: null } as const;
  expect(show({ codes })).toEqual(['Go to users']);
  cleanup();
  expect(show({ codes, state: 'failed' })).toEqual(['Import the rest']);
});

test('the number of failed rows leads to their errors, where there are some', () => {
  const rows = { total: 6, done: 6, created: 5, duplicates: 0, failed: 1 };
  show({ codes: null, rows });
  const heading = screen.getByRole('heading', { name: 'Errors by row' });
  const link = screen.getByRole('link', { name: '1: go to the errors' });
  expect(link.getAttribute('href')).toBe(`#${heading.id}`);
  cleanup();
  show({ codes: null, rows: { ...rows, created: 6, failed: 0 } });
  expect(screen.queryByRole('link', { name: /errors$/ })).toBeNull();
});
