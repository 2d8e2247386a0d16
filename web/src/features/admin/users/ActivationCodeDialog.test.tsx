import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { ActivationCodeDialog } from './ActivationCodeDialog.tsx';
import type { Activation } from './use-users.ts';

const user = { name: 'Asha Verma', contactNumber: '+919876543210', email: 'asha@example.org' };
const expiresAt = '2026-11-01T00:00:00.000Z';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

const show = (activation: Activation) =>
  render(<ActivationCodeDialog issued={{ user, activation }} onClose={() => {}} />);

test('shows a code that is to be handed over', () => {
  show({ delivery: 'shown', code: 'ABCD-EFGH', expiresAt });
  expect(screen.getByTestId('activation-code').textContent).toBe('ABCD-EFGH');
  expect(screen.getByText(/Give this code to Asha Verma/)).toBeTruthy();
});

test('names the address to which a code is on its way', () => {
  show({ delivery: 'email', code: null, expiresAt });
  expect(screen.getByText(/being sent by email to asha@example\.org/)).toBeTruthy();
  expect(screen.queryByTestId('activation-code')).toBeNull();
});

test('names the end of the number to which a code is on its way', () => {
  show({ delivery: 'sms', code: null, expiresAt });
  expect(screen.getByText(/being sent by SMS to …3210/)).toBeTruthy();
  expect(screen.queryByTestId('activation-code')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy code' })).toBeNull();
});
