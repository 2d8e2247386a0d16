import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
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
import { WatermarkTab } from './WatermarkTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const user = { id: 'u1', name: 'Asha Verma', contactNumber: '+919876543210' };
const found = {
  id: 'p1',
  code: 'ABCD1234',
  user,
  video: { id: 'v1', title: 'Light' },
  exact: true,
  sessionId: 's1',
  deviceId: 'd1',
  device: 'Chrome on Windows',
  address: '192.0.2.1',
  openedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-11-01T04:00:00.000Z',
  endedAt: null,
  endedCause: null,
  protection: null,
  protectionAt: null,
};

async function lookUp(status: 'active' | 'blocked', permissions: ('users.read' | 'users.write')[]) {
  const acts: unknown[] = [];
  const call = async (endpoint: unknown, input: { body?: unknown }) => {
    if (endpoint === endpoints.security.lookUpWatermark) return { items: [found] };
    if (endpoint === endpoints.users.get) return { ...user, userType: 'LEARNER', status };
    acts.push(input.body);
    return {};
  };
  const api = createFakeApi({
    call: call as Api['call'],
    session: createFakeSession({ ...learnerLogin, userType: 'ADMIN', permissions }),
  });
  render(
    <MemoryRouter at="/admin/security?tab=watermarks">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <WatermarkTab />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'ABCD1234' } });
  fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
  await screen.findByRole('heading', { name: 'Asha Verma' });
  return acts;
}

test('the learner of a recording is named once, and blocked after a question', async () => {
  const acts = await lookUp('active', ['users.read', 'users.write']);
  expect(screen.getAllByText('Asha Verma')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Open learner' }).getAttribute('href')).toBe(
    '/admin/users/u1',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Block' }));
  expect(acts).toEqual([]);
  const question = within(screen.getByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Block' }));
  await expect.poll(() => acts).toEqual([{ blocked: true }]);
});

test('a learner who is blocked already is not blocked again', async () => {
  await lookUp('blocked', ['users.read', 'users.write']);
  expect(await screen.findByRole('button', { name: 'Unblock' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});

test('who may not change users is offered no more than to look', async () => {
  await lookUp('active', ['users.read']);
  expect(screen.getByRole('link', { name: 'Open learner' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});
