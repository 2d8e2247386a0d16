import { ApiError } from '@prahari/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { MemoryRouter } from '../routing/testing/MemoryRouter.tsx';
import { useLocation } from '../routing/use-address.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import type { Situation } from './user-text.ts';

beforeAll(async () => {
  await startI18n();
  // Chunks that the notice loads on demand, imported here so that no test waits for them.
  await Promise.all([loadTexts('account'), import('../errors/FeedbackButton.tsx')]);
});
afterEach(cleanup);

const refusal = (status: number, reason?: string) =>
  new ApiError({
    status,
    type: 'x',
    code: 'ACCESS_DENIED',
    message: 'x',
    correlationId: 'c-1',
    details: reason ? { reason } : {},
  });

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

function show(error: unknown, situation: Situation = 'general') {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <MemoryRouter at="/somewhere">
      <Address />
      <form onSubmit={onSubmit}>
        <ErrorNotice error={error} situation={situation} />
      </form>
    </MemoryRouter>,
  );
  return onSubmit;
}

test.each([
  [401, 'Authentication required. Please log in again.', 'Login'],
  [403, 'You do not have permission to perform this action.', 'Report Issue'],
  [404, 'The requested resource was not found.', 'Report Issue'],
  [429, 'Too many requests. Please wait a moment and try again.', 'Report Issue'],
  [500, 'Server error. Our team has been notified. Please try again later.', 'Retry'],
  [0, 'Network connection lost. Please check your internet connection.', 'Retry'],
  [418, 'An unexpected error occurred. Please try again.', 'Report Issue'],
])('status %i reads %s and offers %s', async (status, text, action) => {
  show(refusal(status));
  expect(screen.getByRole('alert').textContent).toContain(text);
  expect(await screen.findByRole('button', { name: action })).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('Retry sends the form again, so that nothing typed is lost', () => {
  const onSubmit = show(refusal(503));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('Login leads to the sign-in page', async () => {
  show(refusal(401));
  fireEvent.click(await screen.findByRole('button', { name: 'Login' }));
  expect(screen.getByTestId('address').textContent).toBe('/login');
});

test.each([
  [refusal(400, 'password_too_short'), 'general'],
  [refusal(401), 'login'],
  [refusal(400), 'login'],
] as const)('%# a sentence that says what to do stands alone', async (error, situation) => {
  show(error, situation);
  // The button would be there after this, were there one.
  await import('../errors/FeedbackButton.tsx');
  await Promise.resolve();
  expect(screen.queryByRole('button')).toBeNull();
});
