import { expect, type Locator, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createContactNumber, createLearner } from '../client/accounts.ts';
import { findFaultsInBothThemes } from '../fixtures/accessibility.ts';
import { accountScreens, type Viewer } from '../fixtures/account-screens.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/** A menu or a dialog over a page that stays as it was. */
async function closeWhatIsOpen(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('[role="menu"], [role="dialog"], [role="alertdialog"]')).toHaveCount(0);
}

// In Hindi and in both themes; English pages have the same structure.
test('axe finds nothing on any screen of accounts', async ({
  browser,
  server,
  adminAccount,
  learner,
}) => {
  const { contactNumber } = await createLearner(server.admin.client);
  const query = { search: contactNumber };
  const { items } = await server.admin.client.call(endpoints.users.list, { query });
  const visit = {
    async invite() {
      const body = { name: 'Asha Kumari', contactNumber: createContactNumber() };
      const made = await server.admin.client.call(endpoints.users.create, { body });
      return { contactNumber: body.contactNumber, code: made.activation.code ?? '' };
    },
  };
  const accounts = { nobody: null, learner, admin: adminAccount } as const;
  const findings: Record<string, string[]> = {};
  for (const viewer of ['nobody', 'learner', 'admin'] satisfies Viewer[]) {
    const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const account = accounts[viewer];
    if (account) await new SignInPage(page).signIn(account);
    await context.addInitScript(() => {
      localStorage.setItem('prahari.language', 'hi');
      localStorage.setItem('prahari.theme', 'dark');
    });
    let path = '';
    for (const screen of accountScreens.filter((one) => one.viewer === viewer)) {
      if (viewer === 'admin' && screen.path === path) await closeWhatIsOpen(page);
      else await page.goto(screen.path.replace('{user}', items[0]?.id ?? ''));
      path = screen.path;
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await screen.open?.(page, visit);
      const found = await findFaultsInBothThemes(page);
      if (found.length > 0) findings[screen.name] = found;
    }
    await context.close();
  }
  expect(findings).toEqual({});
});

test('the users table is worked by the keyboard alone, and says what it does', async ({
  page,
  server,
  adminAccount,
}) => {
  await createLearner(server.admin.client);
  await new SignInPage(page).signIn(adminAccount);
  await page.goto('/admin/users?size=10');
  const table = page.getByRole('table', { name: 'Users' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const tabTo = async (target: Locator) => {
    await page.keyboard.press('Tab');
    return target.evaluate((element) => element === document.activeElement);
  };
  const focus = (target: Locator) =>
    expect.poll(() => tabTo(target), { intervals: [0] }).toBe(true);

  await test.step('search and filter, which are announced as a status', async () => {
    await focus(page.getByRole('searchbox', { name: 'Search users' }));
    await page.keyboard.type('Asha');
    await expect(page).toHaveURL(/search=Asha/);
    await focus(page.getByRole('button', { name: 'Filters' }));
    await page.keyboard.press('Enter');
    const status = (chosen: string) => page.getByRole('button', { name: `Status ${chosen}` });
    await focus(status('Any'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('A');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Active' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/f\.status=active/);
    await page.keyboard.press('Escape');
    await expect(status('Active')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: /of \d/ })).toBeVisible();
  });

  await test.step('sort, which the column head tells', async () => {
    await focus(table.getByRole('button', { name: 'Name' }));
    const head = table.getByRole('columnheader', { name: 'Name' });
    for (const order of ['ascending', 'descending', 'none']) {
      await page.keyboard.press('Enter');
      await expect(head).toHaveAttribute('aria-sort', order);
    }
  });

  await test.step('choose a row, and have the number of chosen rows announced', async () => {
    await focus(table.getByRole('checkbox', { name: 'Select Asha Kumari' }).first());
    await page.keyboard.press('Space');
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible();
  });

  await test.step('open the drawer by the row’s menu; Escape brings the focus back', async () => {
    const actions = table.getByRole('button', { name: 'Actions for Asha Kumari' }).first();
    await focus(actions);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Edit Asha Kumari' });
    await expect(drawer.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(actions).toBeFocused();
  });
});
