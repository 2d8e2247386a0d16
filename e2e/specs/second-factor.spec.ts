import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { type Account, activate, createContactNumber } from '../client/accounts.ts';
import { computeCode } from '../client/authenticator.ts';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { type SharedServer, test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { ProfilePage } from '../page-objects/profile-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

async function createAdministrator({ admin, origin }: SharedServer): Promise<Account> {
  const body = {
    name: 'Meera Joshi',
    contactNumber: createContactNumber(),
    userType: 'ADMIN' as const,
  };
  const { user, activation } = await admin.client.call(endpoints.users.create, { body });
  return activate(origin, user.contactNumber, activation.code ?? '');
}

async function openSecondStep(page: Page, account: Account): Promise<void> {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(account);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 });

test('an administrator sets up a second factor, signs in with it and with a recovery code, and changes the password', async ({
  page,
  server,
}) => {
  const account = await createAdministrator(server);
  const shell = new LibraryPage(page);
  const profile = new ProfilePage(page);
  await new SignInPage(page).signIn(account);
  await profile.open();
  const secret = await profile.startSecondFactor(account.password);
  expect(await findSeriousFaults(page)).toEqual([]);
  const first = computeCode(secret);
  const [recoveryCode = '', another = ''] = await profile.confirmSecondFactor(first);
  expect(await findSeriousFaults(page)).toEqual([]);
  await profile.storeRecoveryCodes();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);
  await shell.signOut();

  await openSecondStep(page, account);
  expect(await findSeriousFaults(page)).toEqual([]);
  const code = page.getByRole('textbox', { name: 'Six-digit code' });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await code.fill(first);
  await submit.click();
  // It confirmed the set-up, and works once.
  await expect(page.getByRole('alert')).toContainText('That code isn’t correct');
  await code.fill(computeCode(secret, 1));
  await submit.click();
  await expect(overview(page)).toBeVisible();
  await shell.signOut();

  await openSecondStep(page, account);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode.toLowerCase());
  await submit.click();
  await expect(overview(page)).toBeVisible();

  await profile.open();
  await expect(page.getByText('Recovery codes left: 9')).toBeVisible();
  await expect(profile.history.getByText('Signed in', { exact: true }).first()).toBeVisible();
  await expect(profile.history.getByText(/Wrong second-factor code/)).toBeVisible();
  const next = 'mango 42';
  await profile.changePassword('not the password', next);
  await expect(page.getByText(/At least 8 characters/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Incorrect password');
  await profile.changePassword(account.password, next);
  await expect(page.getByText('Your password was changed')).toBeVisible();
  await shell.signOut();
  await openSecondStep(page, { ...account, password: next });
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(another);
  await submit.click();
  await expect(overview(page)).toBeVisible();
});
