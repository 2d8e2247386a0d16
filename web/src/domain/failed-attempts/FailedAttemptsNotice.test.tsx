import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../shared/api/api-context.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../shared/routing/testing/MemoryRouter.tsx';
import { FailedAttemptsNotice } from './FailedAttemptsNotice.tsx';

const failedAttemptsByOthers = { count: 12, isMore: false, since: '2031-01-31T10:00:00.000Z' };

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(cleanup);

function show(attempts: typeof failedAttemptsByOthers | undefined) {
  const session = createFakeSession(
    attempts ? { ...learnerLogin, failedAttemptsByOthers: attempts } : learnerLogin,
  );
  render(
    <MemoryRouter>
      <ApiProvider value={createFakeApi({ session })}>
        <FailedAttemptsNotice />
      </ApiProvider>
    </MemoryRouter>,
  );
  return session;
}

test('says how often others tried to sign in and what to check, until it was seen', () => {
  const session = show(failedAttemptsByOthers);
  const notice = screen.getByRole('alertdialog');
  expect(notice.textContent).toContain('12 wrong passwords or codes');
  expect(notice.textContent).toContain('31 Jan 2031');
  expect(notice.textContent).toContain('Check your recent sign-ins');
  // A renewed token does not bring it back, nor take it away.
  session.adopt(learnerLogin);
  expect(screen.queryByRole('alertdialog')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'I have seen this' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  session.adopt(learnerLogin);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('says that there were more than were counted', () => {
  show({ ...failedAttemptsByOthers, count: 1000, isMore: true });
  expect(screen.getByRole('alertdialog').textContent).toContain('More than 1,000 wrong passwords');
});

test('says nothing where there is nothing to say', () => {
  show(undefined);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
