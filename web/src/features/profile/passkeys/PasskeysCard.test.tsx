import { ApiError, maxPasskeys, type Passkey } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const passkey = (number: number, more: Partial<Passkey> = {}): Passkey => ({
  id: `0199f3c0-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
  name: `Key ${number}`,
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: null,
  isSynced: false,
  suspectedAt: null,
  ...more,
});

function show(passkeys: readonly Passkey[]) {
  const refusal = new ApiError({
    status: 401,
    type: 'x',
    code: 'ACCESS_DENIED',
    message: 'x',
    details: { reason: 'wrong_password' },
    correlationId: null,
  });
  const calls: string[] = [];
  const api = createFakeApi({
    call: ({ path }) => {
      calls.push(path);
      return Promise.reject(refusal);
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <MemoryRouter>
          <PasskeysCard passkeys={passkeys} />
        </MemoryRouter>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return calls;
}

test('without any says so and offers to add one', () => {
  show([]);
  expect(screen.getByText(/You have no passkey/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeTruthy();
});

test('lists them with what is known, and warns of a copy', () => {
  show([passkey(1), passkey(2, { isSynced: true, suspectedAt: '2026-11-22T10:00:00Z' })]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('Stays on one device')).toBeTruthy();
  expect(screen.getByText('Copied between devices')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('a copy of this passkey');
  expect(screen.getByRole('button', { name: 'Remove Key 2' })).toBeTruthy();
});

test('says why no more can be added', () => {
  show(Array.from({ length: maxPasskeys }, (_, i) => passkey(i)));
  expect(screen.getByRole('status').textContent).toContain('You already have 10 passkeys');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  cleanup();
  vi.stubGlobal('PublicKeyCredential', undefined);
  show([]);
  expect(screen.getByRole('status').textContent).toBe('This browser doesn’t support passkeys.');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test('sends nothing without name and password, and keeps what was typed when it is refused', async () => {
  const calls = show([]);
  fireEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  const dialog = await screen.findByRole('dialog');
  const submit = () => {
    const form = dialog.querySelector('form');
    if (form) fireEvent.submit(form);
  };
  submit();
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(calls).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Blue key' } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'wrong' } });
  submit();
  expect(await screen.findByText(/Incorrect password/)).toBeTruthy();
  expect(calls).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Blue key');
});
