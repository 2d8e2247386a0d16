import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { findFaultsInBothThemes } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

test('an administrator invites a runner, and revokes it', async ({
  page,
  server,
  adminAccount,
}) => {
  await new SignInPage(page).signIn(adminAccount);
  await page.goto('/admin/runners');
  const main = page.getByRole('main');
  await expect(main).toContainText('No runners yet');
  await expect(main).toContainText('Remote runners are off');
  expect(await findFaultsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Invite a runner' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Library');
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Invite a runner' }).click();
  await expect(dialog).toContainText('npm run runner -- --server');
  await expect(dialog).toContainText('prahari-register-');
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expect(main.getByRole('row', { name: /Library/ })).toContainText('Invited');
  await expect(main.getByRole('list', { name: 'Set up a runner' })).toContainText(
    'npm run runner -- --server',
  );
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Actions for Library' }).click();
  await page.getByRole('menuitem', { name: 'Show set-up steps' }).click();
  await expect(dialog).toContainText('can’t be shown again');
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for Library' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(main.getByRole('row', { name: /Library/ })).toContainText('Revoked');
  const { items } = await server.admin.client.call(endpoints.runners.list, {});
  expect(items).toMatchObject([{ name: 'Library', state: 'revoked' }]);
});
