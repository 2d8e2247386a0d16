import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { formatPhone } from '../../../shared/format/phone.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { ActivationCodeDialog } from './ActivationCodeDialog.tsx';
import type { Activation } from './use-users.ts';

const user = { name: 'Asha Verma', contactNumber: '+919876543210', email: 'asha@example.org' };
const expiresAt = '2026-11-01T00:00:00.000Z';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});

const closed = vi.fn();
const copied: string[] = [];
const print = vi.fn<() => void>();
beforeEach(() => {
  closed.mockReset();
  print.mockReset();
  copied.length = 0;
  vi.stubGlobal('print', print);
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (activation: Activation) =>
  render(<ActivationCodeDialog issued={{ user, activation }} onClose={closed} />);

const code = 'ABCD-EFGH-JKMN-PQRS';
const showCode = () => show({ delivery: 'shown', code, expiresAt });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

test('shows a code that is to be handed over, with number, address and a QR code', () => {
  showCode();
  expect(screen.getByTestId('activation-code').textContent).toBe(code);
  expect(screen.getByText(/Give this to Asha Verma/)).toBeTruthy();
  expect(screen.getByText('+919876543210')).toBeTruthy();
  expect(screen.getByText(`${window.location.origin}/activate`)).toBeTruthy();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy();
});

test.each([
  ['English', 'Hello Asha Verma', 'Phone number: +919876543210', 'Watch lessons on a laptop'],
  ['हिन्दी', 'नमस्ते Asha Verma', 'फ़ोन नंबर: +919876543210', 'पाठ लैपटॉप'],
])('copies a message in %s', async (language, ...parts) => {
  showCode();
  const button = screen.getByRole('button', { name: `Copy message: ${language}` });
  await expect.poll(() => button.hasAttribute('disabled')).toBe(false);
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Copied' });
  for (const part of [...parts, code, `${window.location.origin}/activate`]) {
    expect(copied[0]).toContain(part);
  }
});

test('asks before it is closed while nothing was handed over', async () => {
  showCode();
  pressEscape();
  await screen.findByRole('alertdialog', { name: 'Close without handing it over?' });
  expect(closed).not.toHaveBeenCalled();
  press('Back');
  expect(screen.getByTestId('activation-code').textContent).toBe(code);
  pressEscape();
  await screen.findByRole('alertdialog');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }));
  expect(closed).toHaveBeenCalledOnce();
});

test('closes without a question once it was copied', async () => {
  showCode();
  press('Copy code');
  await screen.findByRole('button', { name: 'Copied' });
  expect(copied).toEqual([code]);
  pressEscape();
  expect(closed).toHaveBeenCalledOnce();
});

test('prints a slip in both languages, and closes without a question after that', async () => {
  let printed = '';
  print.mockImplementation(() => {
    printed = screen.getByTestId('slips').textContent;
  });
  showCode();
  press('Print slip');
  await expect.poll(() => printed).not.toBe('');
  const number = formatPhone(user.contactNumber);
  for (const part of [user.name, number, code, 'choose a password', 'पासवर्ड चुनें']) {
    expect(printed).toContain(part);
  }
  await expect.poll(() => screen.queryByTestId('slips')).toBeNull();
  pressEscape();
  expect(closed).toHaveBeenCalledOnce();
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
