import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import { createFakeApi } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { ActivatePage } from './ActivatePage.tsx';
import type { EntryLayout } from './entry-layout.ts';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(cleanup);
// jsdom has none.
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));

const Layout = ({ title, children }: ComponentProps<EntryLayout>) => (
  <main>
    <h1>{title}</h1>
    {children}
  </main>
);

const { verify, setPassword } = endpoints.auth;
const verified = {
  setPasswordToken: 'token-7',
  expiresAt: '2031-01-01T00:00:00Z',
  passwordMinLength: 8,
};

function type(label: string | RegExp, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

test('number, code and a password: the sign-in follows automatically', async () => {
  const called: string[] = [];
  const signedIn: unknown[] = [];
  const api = createFakeApi({
    call: (endpoint) => {
      called.push(endpoint.path);
      const answer = endpoint.path === verify.path ? verified : { success: true };
      return Promise.resolve(JSON.parse(JSON.stringify(answer)));
    },
    signIn: async (body) => void signedIn.push(body),
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <ActivatePage Layout={Layout} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  type(/Phone number/, '9876543210');
  type(/Activation code/, 'abcd-efgh-jkmn-pqrs');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Choose a password' });
  type(/^New password/, 'mango tree');
  type(/^Confirm password/, 'mango tree');
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await expect
    .poll(() => signedIn)
    .toEqual([
      expect.objectContaining({
        countryCode: '+91',
        contactNumber: '9876543210',
        password: 'mango tree',
      }),
    ]);
  expect(called).toEqual([verify.path, setPassword.path]);
});
