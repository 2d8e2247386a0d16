import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import { createFakeApi } from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { PasswordCard } from './PasswordCard.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(cleanup);

test('the fields come when they are wanted, and the button has the focus again once they go', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={createFakeApi({})}>
        <PasswordCard minLength={10} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByLabelText(/^Current password/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Current password/));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }));
});
