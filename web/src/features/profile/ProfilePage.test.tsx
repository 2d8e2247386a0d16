import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import type { Api } from '../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { ProfilePage } from './ProfilePage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(cleanup);

test('no card appears before all is known that gives cards their height', async () => {
  const answers = new Map<unknown, (data: unknown) => void>();
  const call = (endpoint: unknown) =>
    new Promise((resolve) => {
      answers.set(endpoint, resolve);
    });
  const api = createFakeApi({
    call: call as Api['call'],
    session: createFakeSession(learnerLogin),
  });
  render(
    <MemoryRouter at="/profile">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <ProfilePage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  const answer = (endpoint: unknown, data: unknown) =>
    act(async () => {
      answers.get(endpoint)?.(data);
      // Answers are told in the next task.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  expect(screen.getByRole('heading', { level: 1, name: 'My profile' })).toBeTruthy();
  const credentials = {
    passwordMinLength: 10,
    secondFactor: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    failedAttemptsByOthers: null,
  };
  await answer(endpoints.account.credentials, credentials);
  await answer(endpoints.users.profile, learnerLogin.user);
  expect(cards()).toEqual([]);
  await answer(endpoints.auth.sessions, { items: [] });
  expect(cards()).toContain('Passkeys');
  expect(cards().length).toBeGreaterThan(4);
});

const session = (id: string, isCurrent: boolean) => ({
  id,
  device: null,
  deviceId: id,
  address: `10.0.0.${id}`,
  signedInAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T11:00:00.000Z',
  isCurrent,
  isBound: false,
});

test('this session is first, and the name is saved once it differs', async () => {
  const answers = new Map<unknown, unknown>([
    [
      endpoints.account.credentials,
      {
        passwordMinLength: 10,
        secondFactor: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        failedAttemptsByOthers: null,
      },
    ],
    [endpoints.users.profile, learnerLogin.user],
    [endpoints.auth.sessions, { items: [session('1', false), session('2', true)] }],
    [endpoints.account.loginHistory, { items: [], total: 0, page: 1, limit: 25 }],
  ]);
  const call = async (endpoint: unknown) => answers.get(endpoint);
  const api = createFakeApi({
    call: call as Api['call'],
    session: createFakeSession(learnerLogin),
  });
  render(
    <MemoryRouter at="/profile">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <ProfilePage />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const addresses = await screen.findAllByText(/10\.0\.0\./);
  expect(addresses.map(({ textContent }) => textContent?.at(-1))).toEqual(['2', '1']);

  const save = () => screen.queryByRole('button', { name: 'Save name' });
  const name = screen.getByRole('textbox', { name: /^Name/ });
  expect(save()).toBeNull();
  fireEvent.change(name, { target: { value: 'Asha V.' } });
  expect(save()).toHaveProperty('disabled', false);
  fireEvent.change(name, { target: { value: ' ' } });
  expect(save()).toHaveProperty('disabled', true);
});
