import { expect } from '@playwright/test';
import { findFaultsInBothThemes, findSeriousFaults } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const SIGN_OUT_ALL = 'Sign out everywhere';
const texts = [
  [401, 'Invalid credentials. Please check your phone number and password.'],
  [429, 'Too many login attempts. Please wait a moment and try again.'],
  [503, 'Login failed. Please try again or contact support if the issue persists.'],
  [0, 'Connection issue. Please check your internet and try again.'],
] as const;

test('a sign-in that fails says why, and Retry sends what was typed again', async ({
  page,
  learner,
}) => {
  const login = '**/api/v1/auth/login';
  const signIn = new SignInPage(page);
  await signIn.open();
  for (const [status, words] of texts) {
    await page.route(login, (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, body: 'no envelope' }),
    );
    await signIn.submit(learner);
    await expect(signIn.error).toContainText(words);
    await expect(page).toHaveURL(/\/login$/);
    await page.unroute(login);
  }
  await test.step('a number that can’t exist is called invalid', async () => {
    await signIn.submit({ contactNumber: '1234', password: 'no such password' });
    await expect(signIn.error).toContainText('Enter a valid phone number for this country.');
  });
  await page.route(login, (route) => route.abort());
  await signIn.submit(learner);
  await expect(signIn.error).toContainText('Connection issue.');
  await page.unroute(login);
  await signIn.error.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
});

test('no password is asked for a lesson that does not exist', async ({ page, learner }) => {
  await new SignInPage(page).signIn(learner);
  let asked = false;
  await page.route('**/api/v1/videos/*', async (route) => {
    // Late enough for the question to show, were it asked.
    await expect(page.getByText('Loading', { exact: false }).first()).toBeAttached();
    asked = await page.getByRole('heading', { name: 'Confirm it’s you' }).isVisible();
    await route.continue();
  });
  await page.goto('/watch/0199f3c0-0000-7000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'This lesson no longer exists' })).toBeVisible();
  expect(asked).toBe(false);
});

test('an issue that a user reports is found under its error id, in both languages', async ({
  page,
  adminAccount,
}) => {
  await new SignInPage(page).signIn(adminAccount);
  await page.route('**/api/v1/auth/logout/all', (route) =>
    route.fulfill({ status: 418, body: 'no envelope' }),
  );
  await page.goto('/profile');
  await page.getByRole('button', { name: SIGN_OUT_ALL }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: SIGN_OUT_ALL }).click();
  await page.getByRole('button', { name: 'Report Issue' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Issue reported' });
  await expect(alert).toContainText('Our team can look up what happened with this ID.');
  expect(await findSeriousFaults(page)).toEqual([]);
  const id = /[\da-f-]{36}/.exec((await alert.textContent()) ?? '')?.[0] ?? '';
  await alert.getByRole('button', { name: 'Close' }).click();

  await page.goto(`/admin/client-errors?search=${id}`);
  const found = page.getByRole('listitem').filter({ hasText: 'POST /auth/logout/all' });
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Reported by a user');
  await found.locator('[aria-expanded]').press('Enter');
  await expect(found.getByRole('row').filter({ hasText: id })).toHaveCount(1);
  expect(await findSeriousFaults(page)).toEqual([]);
  await found.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(found.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.reload();
  await expect(found.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.getByText('हिन्दी', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'ब्राउज़र त्रुटियाँ', level: 1 })).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);

  // The other pages of the same right.
  await page.goto('/admin/health');
  await expect(page.getByText('डेटाबेस स्कीमा')).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await page.goto('/admin/performance');
  await expect(page.getByRole('heading', { name: 'भार परीक्षण', exact: true })).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);

  // Figures of this very server.
  await page.goto('/admin/analytics');
  await expect(page.getByRole('heading', { name: 'सिस्टम की हाल की घटनाएँ' })).toBeVisible();
  await expect(page.locator('dl').first()).toContainText('कुल उपयोगकर्ता');
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('tab', { name: 'साइन इन' }).click();
  await expect(page.getByText('कारण के अनुसार विफल साइन इन').first()).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);

  await page.goto('/admin/quality');
  await expect(page.getByText(/^अपडेट:/)).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);
});

// In every run: `NotFoundPage.test.tsx`, a stranger in `no-outside.spec.ts`.
test('an unknown address keeps the navigation of a signed-in user', { tag: '@soak' }, async ({
  page,
  learner,
}) => {
  await new SignInPage(page).signIn(learner);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Library' }).click();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
});

test('a page whose code is missing offers a reload, and the navigation stays', async ({
  page,
  learner,
}) => {
  await new SignInPage(page).signIn(learner);
  await page.route(/\/assets\/ProfilePage-.*\.js/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/profile');
  await expect(page.getByText('This page couldn’t be loaded.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await page.unroute(/\/assets\/ProfilePage-.*\.js/);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'My profile', level: 1 })).toBeVisible();
});
