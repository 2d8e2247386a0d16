import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import { createFakeApi } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import type { EntryLayout } from './entry-layout.ts';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(() => {
  cleanup();
  document.head.innerHTML = '';
});

const Layout = ({ title, description, children }: ComponentProps<EntryLayout>) => (
  <main>
    <h1>{title}</h1>
    <p>{description}</p>
    {children}
  </main>
);

function show(passwordReset: 'on' | 'off') {
  document.head.innerHTML = `<meta name="password-reset" content="${passwordReset}" />`;
  const sent: unknown[] = [];
  const api = createFakeApi({
    call: (endpoint, input) => {
      sent.push([endpoint.path, input]);
      return Promise.resolve(JSON.parse('{"success":true}'));
    },
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={api}>
          <ForgotPasswordPage Layout={Layout} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return sent;
}

test('where the server sends no codes, the centre is to be asked', () => {
  show('off');
  expect(screen.getByText(/Ask your centre for a new activation code/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'I have a code' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('else a code is asked for, and can be typed for the same number', async () => {
  const sent = show('on');
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: '9876543210' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send a code' }));
  await screen.findByRole('heading', { name: 'Enter the code' });
  const body = { countryCode: '+91', contactNumber: '9876543210' };
  expect(sent).toEqual([[endpoints.auth.forgotPassword.path, { body }]]);
  expect(screen.getByText(/If this is the number of a learner here/)).toBeTruthy();
  expect(screen.getByLabelText(/Phone number/)).toHaveProperty('value', '9876543210');
  expect(document.activeElement).toBe(screen.getByLabelText(/Activation code/));
});
