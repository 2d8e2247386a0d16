import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { reportThrough } from '../shared/errors/reporting-api.ts';
import { loadTexts, startI18n } from '../shared/i18n/i18n.ts';
import { Crash } from './Crash.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Feedback } from './Feedback.tsx';
import { IssueAlert } from './IssueAlert.tsx';

const NOTIFIED = 'An unexpected error occurred. Our team has been notified.';
const PLAIN = 'An unexpected error occurred. Please try again.';

let sent: unknown[] = [];
let isReachable = true;

function Broken(): never {
  throw new Error(`broken on purpose ${sent.length}`);
}

beforeAll(async () => {
  document.head.innerHTML = '<meta name="client-error-log" content="on" />';
  await startI18n();
  // Chunks that the panel loads on demand, imported here so that no test waits for them.
  await Promise.all([loadTexts('account'), import('./UncaughtPanel.tsx')]);
  let ids = 0;
  reportThrough({
    api: createFakeApi({
      session: createFakeSession(learnerLogin),
      call: async (_endpoint, input) => {
        if (!isReachable) throw new TypeError('Failed to fetch');
        sent.push(input);
        return { accepted: 1 } as never;
      },
    }),
    clientVersion: '0',
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    userText: () => PLAIN,
  });
});
beforeEach(() => {
  // React says what it caught; here that is wanted.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function crash() {
  render(
    <>
      <ErrorBoundary fallback={(error) => <Crash error={error} />}>
        <Broken />
      </ErrorBoundary>
      <Feedback IssueAlert={IssueAlert} />
    </>,
  );
}

test('says that the team knows once the server has the entry', async () => {
  isReachable = true;
  sent = [];
  crash();
  expect(await screen.findByText(NOTIFIED)).toBeTruthy();
  expect(JSON.stringify(sent)).toContain('broken on purpose');
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy();
});

test('does not say so when the server could not be reached, and shows the error id on request', async () => {
  isReachable = false;
  sent = ['another message than before'];
  crash();
  fireEvent.click(await screen.findByRole('button', { name: 'Report Issue' }));
  const alert = await screen.findByRole('alertdialog');
  await expect.poll(() => alert.textContent).toContain('The report couldn’t be sent yet.');
  expect(alert.textContent).toMatch(/Error ID: 00000000-0000-4000-8000-\d{12}/);
  expect(screen.queryByText(NOTIFIED)).toBeNull();
  expect(screen.getByText(PLAIN)).toBeTruthy();
});
