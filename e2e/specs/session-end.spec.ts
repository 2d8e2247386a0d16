import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const welcome = { name: 'Sign in' };

test('a session that ends in mid-work leads to the sign-in, and from there back', async ({
  page,
  learner,
}) => {
  const signIn = new SignInPage(page);
  await signIn.signIn(learner);
  // Requests of the library would be refused, and lead away before the click.
  await page.waitForLoadState('networkidle');
  const { items } = await learner.client.call(endpoints.auth.sessions, {});
  const browser = items.find(({ isCurrent }) => !isCurrent);
  await learner.client.call(endpoints.auth.endSession, { params: { id: browser?.id ?? '' } });

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem').first().click();
  await expect(page.getByRole('heading', welcome)).toBeVisible();
  await expect(page).toHaveURL('/login?next=%2Fprofile');
  // A refusal here says something about the password, and leads nowhere.
  await signIn.submit({ ...learner, password: 'not it at all' });
  await expect(signIn.error).toContainText('Invalid credentials');
  await expect(page).toHaveURL('/login?next=%2Fprofile');
  await signIn.submit(learner);
  await expect(page).toHaveURL('/profile');
});

test('a page whose program does not come says so, and comes by a reload', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  const reload = page.getByRole('link', { name: 'Reload' });
  await expect(reload).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/assets/*.js');
  await reload.click();
  await expect(page.getByRole('heading', welcome)).toBeVisible();
});

test('without a connection the page stays and says so, and what waited comes by itself', async ({
  page,
  learner,
}) => {
  await new SignInPage(page).signIn(learner);
  await page.waitForLoadState('networkidle');
  const account = page.getByRole('button', { name: /^Account:/ });
  const profileEntry = page.getByRole('menuitem', { name: 'My profile' });
  await account.click();
  await expect(profileEntry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(profileEntry).toBeHidden();
  const library = page.getByRole('heading', { name: 'Library', level: 1 });
  const banner = page.getByText(/^You’re offline/);

  await page.context().setOffline(true);
  await expect(banner).toBeVisible();
  await expect(library).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);
  // Neither its code nor its data are here.
  await account.click();
  await profileEntry.click();
  await expect(page).toHaveURL('/profile');
  const profile = page.getByRole('heading', { name: 'My profile', level: 1 });
  await expect(page.getByRole('main').getByText('Loading')).toBeAttached();
  await expect(profile).toBeHidden();
  await expect(banner).toBeVisible();

  await page.context().setOffline(false);
  await expect(profile).toBeVisible();
  await expect(banner).toBeHidden();
  // Its looks are here too: they were asked for while nothing came.
  const card = page.getByRole('main').locator('section').first();
  await expect(card).toHaveCSS('border-top-style', 'solid');
});

for (const status of process.env['SOAK'] === 'on' ? [401, 500] : [500]) {
  test(`a sign-out that the server answers with ${status} still signs out here, and says so`, async ({
    page,
    learner,
  }) => {
    await new SignInPage(page).signIn(learner);
    await page.goto('/profile');
    await page.route(/\/auth\/logout$/, (route) => route.fulfill({ status, body: '{}' }));
    await new LibraryPage(page).signOut();
    const text = 'Logout encountered an issue, but you have been signed out locally.';
    await expect(page.getByText(text)).toBeVisible();
    // No way back: it was no session that ended in mid-work.
    await expect(page).toHaveURL('/login');
  });
}
