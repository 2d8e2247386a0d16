import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../shared/api/api-context.ts';
import { createFakeApi, createFakeSession, learnerLogin } from '../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../shared/i18n/i18n.ts';
import { MemoryRouter } from '../shared/routing/testing/MemoryRouter.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('account');
});
afterEach(cleanup);

function show(session = createFakeSession()) {
  render(
    <MemoryRouter at="/nowhere">
      <ApiProvider value={createFakeApi({ session })}>
        <NotFoundPage />
      </ApiProvider>
    </MemoryRouter>,
  );
}

test('guests get it in a frame that names the product and lets them sign in', () => {
  show();
  expect(screen.getByRole('banner').textContent).toContain('Prahari');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('main').textContent).toContain('This page does not exist');
});

test('users have a frame already, and are led to where their navigation begins', () => {
  show(createFakeSession({ ...learnerLogin, userType: 'ADMIN' }));
  const toOverview = screen.getByRole('link', { name: 'Go to Overview' });
  expect(toOverview.getAttribute('href')).toBe('/admin');
  cleanup();
  show(createFakeSession(learnerLogin));
  expect(screen.getByRole('link', { name: 'Go to Library' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('main')).toBeNull();
});
