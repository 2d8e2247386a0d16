import { ApiError, type Endpoint, type ErrorReason } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import { createFakeApi } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('player');
});
afterEach(cleanup);

/** Answers `/auth/validate-password` with `answer` and remembers every path asked for. */
function show(answer: () => Promise<unknown>) {
  const asked: string[] = [];
  let confirmed = 0;
  async function call(endpoint: Endpoint): Promise<never> {
    asked.push(endpoint.path);
    return (await answer()) as never;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({ call })}>
        <MemoryRouter>
          <PasswordPanel
            onConfirmed={() => {
              confirmed += 1;
            }}
          />
        </MemoryRouter>
      </ApiProvider>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'secret' } });
  const button = screen.getByRole('button', { name: 'Confirm and watch' });
  button.focus();
  fireEvent.click(button);
  return { asked, confirmed: () => confirmed };
}

function refusal(reason: ErrorReason): ApiError {
  return new ApiError({
    status: 401,
    type: 'AuthenticationError',
    code: 'TOKEN_INVALID',
    message: 'x',
    details: { reason },
    correlationId: 'c-1',
  });
}

test('the right password goes on', async () => {
  const panel = show(async () => ({ success: true }));
  await expect.poll(panel.confirmed).toBe(1);
});

test('a wrong password stays on the page, says so and empties the field', async () => {
  const panel = show(() => Promise.reject(refusal('wrong_password')));
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect password');
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
  expect(panel.asked).toEqual(['/auth/validate-password']);
  expect(panel.confirmed()).toBe(0);
});

test('any other 401 makes the page check whether the session is still alive', async () => {
  const panel = show(() => Promise.reject(refusal('session_ended')));
  await screen.findByRole('alert');
  expect(panel.asked).toEqual(['/auth/validate-password', '/auth/validate']);
});
