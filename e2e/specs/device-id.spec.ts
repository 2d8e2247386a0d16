import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/** The id of the device, as the page shows it. */
async function readShownId(page: Page): Promise<string> {
  const id = page.getByText(/^[A-Za-z0-9_-]{43}$/);
  await expect(id).toBeVisible();
  return (await id.textContent()) ?? '';
}

test('a device that is refused shows the id by which an administrator lets it in', async ({
  browser,
  page,
  server,
  learner,
}) => {
  const { id: userId } = await learner.client.call(endpoints.users.profile, {});
  const signIn = new SignInPage(page);
  // By the program that activated the account and by this page: both devices are bound then.
  await signIn.signIn(learner);
  await page.goto('/profile');
  await page.getByText('ID of this device', { exact: true }).click();
  const first = await readShownId(page);

  const context = await browser.newContext({ baseURL: server.origin });
  const other = await context.newPage();
  const refused = new SignInPage(other);
  await refused.open();
  await expect(other.getByText('Device ID')).toBeHidden();
  await refused.submit(learner);
  const id = await readShownId(other);
  expect(id).not.toBe(first);
  await expect(other.getByRole('button', { name: 'Copy device ID' })).toBeVisible();
  expect(await findSeriousFaults(other)).toEqual([]);

  await server.admin.client.call(endpoints.users.setDevice, {
    params: { id: userId },
    body: { deviceId: id },
  });
  await refused.signIn(learner);
  await context.close();
});
