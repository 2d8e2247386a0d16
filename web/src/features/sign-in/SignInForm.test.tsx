import { ApiError } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import type { Api } from '../../shared/api/browser-api.ts';
import { createFakeApi } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import type { Credentials, PendingSignIn } from './pending-sign-in.ts';
import { SignInForm } from './SignInForm.tsx';

beforeAll(async () => {
  await startI18n();
  // Chunks that the form loads on demand, imported here so that no test waits for them.
  await Promise.all([
    loadTexts('account'),
    import('./NewDeviceStep.tsx'),
    import('./CannotPlayStep.tsx'),
    import('./DeviceCheck.tsx'),
  ]);
});
afterEach(cleanup);
// jsdom has none.
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));

function refusal(status: number, details: Record<string, unknown> = {}): ApiError {
  const correlationId = status === 0 ? null : 'c-42';
  const code = status === 0 ? 'NETWORK_ERROR' : 'ACCESS_DENIED';
  return new ApiError({ status, type: 'x', code, message: 'x', details, correlationId });
}

/** The fields sent beside the typed ones. */
const machine = expect.objectContaining({ hasFinePointer: true, touchPoints: 0 });

function show(signIn: Api['signIn'], chosen?: Credentials) {
  const pending: PendingSignIn[] = [];
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ signIn })}>
          <SignInForm chosen={chosen} onPending={(step) => pending.push(step)} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return pending;
}

/** The refusal of a device that the account is not bound to. */
function boundElsewhere(deviceReset: unknown): ApiError {
  return refusal(403, { reason: 'device_not_bound', deviceReset });
}

function submit(phone: string, password: string) {
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: phone } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test.each([
  [401, 'Invalid credentials. Please check your phone number and password.'],
  [429, 'Too many login attempts. Please wait a moment and try again.'],
  [0, 'Connection issue. Please check your internet and try again.'],
  [500, 'Login failed. Please try again or contact support if the issue persists.'],
])('a refusal by %d reads: %s', async (status, text) => {
  show(() => Promise.reject(refusal(status)));
  submit('9876543210', 'secret');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('the reference for support is at hand, but not for a mistyped password', async () => {
  show(() => Promise.reject(refusal(500)));
  submit('9876543210', 'secret');
  expect((await screen.findByRole('alert')).textContent).toContain('c-42');
  cleanup();
  show(() => Promise.reject(refusal(401)));
  submit('9876543210', 'secret');
  expect((await screen.findByRole('alert')).textContent).not.toContain('c-42');
});

test('sends what was typed, with the default country code, and what the page knows of its machine', async () => {
  const sent: unknown[] = [];
  show(async (body) => void sent.push(body));
  submit('9876543210', 'secret');
  await screen.findByRole('button', { name: 'Sign in' });
  const typed = { countryCode: '+91', contactNumber: '9876543210', password: 'secret' };
  expect(sent).toEqual([{ ...typed, machine }]);
});

test('sends nothing while a field is empty', () => {
  const sent: unknown[] = [];
  show(async (body) => void sent.push(body));
  submit('', '');
  expect(sent).toEqual([]);
  expect(screen.getByText('Enter your phone number.')).toBeTruthy();
  expect(screen.getByText('Enter your password.')).toBeTruthy();
});

test('a password that must be changed leads on, without an error', async () => {
  const details = {
    reason: 'password_change_required',
    setPasswordToken: 'token-7',
    passwordMinLength: 15,
  };
  const pending = show(() => Promise.reject(refusal(403, details)));
  submit('9876543210', 'one-time');
  await screen.findByRole('button', { name: 'Sign in' });
  await expect.poll(() => pending).toEqual([{ step: 'password', token: 'token-7', minLength: 15 }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('on a device that is not the bound one, the form says who can help', async () => {
  show(() => Promise.reject(refusal(403, { reason: 'device_not_bound' })));
  submit('9876543210', 'secret');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This account is bound to another device. Sign in there, or ask your centre to release it.',
  );
});

test('a learner who may is asked whether it is the new device, and moves the account there', async () => {
  const sent: unknown[] = [];
  show(async (body) => {
    sent.push(body);
    const nextPossibleAt = '2031-01-31T10:00:00.000Z';
    if (sent.length === 1) throw boundElsewhere({ state: 'possible', nextPossibleAt });
  });
  submit('9876543210', 'secret');
  const confirm = await screen.findByRole('button', { name: 'This is my new device' });
  const panel = confirm.closest('[role="alert"]');
  expect(panel?.textContent).toContain('31 Jan 2031');
  // A second Enter must not move an account.
  expect(document.activeElement).toBe(panel);
  fireEvent.click(confirm);
  const typed = { countryCode: '+91', contactNumber: '9876543210', password: 'secret' };
  const credentials = { ...typed, machine };
  await expect.poll(() => sent).toEqual([credentials, { ...credentials, resetDevice: true }]);
});

/** The refusal of a device on which lessons would not play. */
function unplayable(verdict: 'mobile' | 'small-screen'): ApiError {
  const cannotPlay = { verdict, minimumScreenPixels: 1366 };
  return refusal(403, { reason: 'device_cannot_play', cannotPlay });
}

test('a phone shows that lessons play elsewhere, with the address to open there', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  show(() => Promise.reject(unplayable('mobile')));
  submit('9876543210', 'secret');
  fireEvent.click(await screen.findByRole('button', { name: 'Copy address' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(copied).toEqual([`${window.location.origin}/login`]);
  const panel = screen.getByRole('alert');
  expect(panel.textContent).toContain('Please use a laptop, desktop computer, or Smart TV.');
  expect(panel.textContent).toContain(`${window.location.origin}/login`);
  // Nothing that could be typed here would help.
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  expect(document.activeElement).toBe(panel);
  fireEvent.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(await screen.findByLabelText(/Phone number/)).toHaveProperty('value', '9876543210');
});

test('a small screen shows how wide a screen must be', async () => {
  show(() => Promise.reject(unplayable('small-screen')));
  submit('9876543210', 'secret');
  expect((await screen.findByRole('alert')).textContent).toContain('at least 1366 pixels wide');
});

const chosen = { countryCode: '+91', contactNumber: '9876543210', password: 'a new password' };

test('a password that was just chosen signs in automatically, once, without a form', async () => {
  const sent: unknown[] = [];
  show((body) => {
    sent.push(body);
    return new Promise(() => undefined);
  }, chosen);
  expect((await screen.findByRole('status')).textContent).toBe('Signing in…');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(sent).toEqual([{ ...chosen, machine }]);
});

test('where that fails, the form is filled in and says why', async () => {
  show(() => Promise.reject(refusal(0)), chosen);
  expect((await screen.findByRole('alert')).textContent).toContain('Connection issue.');
  expect(screen.getByLabelText(/Phone number/)).toHaveProperty('value', '9876543210');
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'a new password');
});

test('if it was chosen on a phone, the phone shows where to watch', async () => {
  show(() => Promise.reject(unplayable('mobile')), chosen);
  expect(await screen.findByRole('button', { name: 'Copy address' })).toBeTruthy();
});

test('before that time, the form says when it is possible', async () => {
  const possibleAt = '2031-01-31T10:00:00.000Z';
  show(() => Promise.reject(boundElsewhere({ state: 'later', possibleAt })));
  submit('9876543210', 'secret');
  expect(await screen.findByText(/yourself from 31 Jan 2031/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'This is my new device' })).toBeNull();
});

test('the step goes when something else is typed', async () => {
  const nextPossibleAt = '2031-01-31T10:00:00.000Z';
  show(() => Promise.reject(boundElsewhere({ state: 'possible', nextPossibleAt })));
  submit('9876543210', 'secret');
  await screen.findByRole('button', { name: 'This is my new device' });
  fireEvent.change(screen.getByLabelText(/Phone number/), { target: { value: '9876543211' } });
  await expect
    .poll(() => screen.queryByRole('button', { name: 'This is my new device' }))
    .toBeNull();
});

test('an account with a second factor leads on to its step', async () => {
  const ways = ['recovery', 'telepathy', 'passkey'];
  const details = { reason: 'second_factor_required', secondFactorToken: 'token-8', ways };
  const pending = show(() => Promise.reject(refusal(403, details)));
  submit('9876543210', 'secret');
  await expect
    .poll(() => pending)
    .toEqual([{ step: 'second', token: 'token-8', ways: ['passkey', 'recovery'] }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says that this device works for the sign-in, and lets that be cancelled', async () => {
  let aborted = false;
  show(
    (_body, watch) =>
      new Promise((_resolve, reject) => {
        watch?.onWork?.();
        watch?.signal?.addEventListener('abort', () => {
          aborted = true;
          reject(new DOMException('cancelled', 'AbortError'));
        });
      }),
  );
  submit('9876543210', 'secret');
  expect((await screen.findByRole('status')).textContent).toContain('Checking this device…');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('status')).toBeNull();
  expect(aborted).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
});

test('work that was done is spoken of no more', async () => {
  let finish = () => undefined as void;
  show(
    (_body, watch) =>
      new Promise((resolve) => {
        watch?.onWork?.();
        finish = resolve;
      }),
  );
  submit('9876543210', 'secret');
  await screen.findByRole('status');
  finish();
  await expect.poll(() => screen.queryByRole('status')).toBeNull();
});
