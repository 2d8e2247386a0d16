import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../shared/api/api-context.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../shared/i18n/i18n.ts';
import { MemoryRouter } from '../shared/routing/testing/MemoryRouter.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { UserMenuPanel } from './UserMenuPanel.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('offline');
});
afterEach(cleanup);

function show(userType: 'LEARNER' | 'ADMIN') {
  const done: string[] = [];
  const session = createFakeSession({ ...learnerLogin, userType });
  const signOut = async () => void done.push('signed out');
  render(
    <MemoryRouter at="/">
      <ApiProvider value={createFakeApi({ session, signOut })}>
        <UserMenuPanel trigger={<button type="button">Me</button>} defaultOpen />
      </ApiProvider>
    </MemoryRouter>,
  );
  return done;
}

test('learners find their downloads in the menu, administrators have none', () => {
  show('LEARNER');
  expect(screen.getByRole('menuitem', { name: 'Downloads' })).toBeTruthy();
  cleanup();
  show('ADMIN');
  expect(screen.queryByRole('menuitem', { name: 'Downloads' })).toBeNull();
});

test('without downloads a sign-out asks nothing', async () => {
  const done = show('LEARNER');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(done).toEqual(['signed out']));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the question says how many downloads go, and has a way back', () => {
  const chosen: string[] = [];
  const choose = (what: string) => () => void chosen.push(what);
  const dialog = (count: number) => (
    <SignOutDialog
      count={count}
      isLeaving={false}
      onStay={choose('stay')}
      onLeave={choose('leave')}
    />
  );
  const { rerender } = render(dialog(3));
  expect(screen.getByRole('alertdialog', { name: 'Signing out removes 3 downloads' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(chosen).toEqual(['stay', 'leave']);
  rerender(dialog(1));
  expect(screen.getByRole('alertdialog', { name: 'Signing out removes 1 download' })).toBeTruthy();
});
