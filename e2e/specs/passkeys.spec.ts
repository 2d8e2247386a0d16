import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { activate, createContactNumber, goodPassword } from '../client/accounts.ts';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { ProfilePage } from '../page-objects/profile-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/** Chromium's own authenticator for tests, as a security key that is touched at once. */
async function plugInKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: false,
      hasUserVerification: false,
      automaticPresenceSimulation: true,
    },
  });
}

const library = (page: Page) => page.getByRole('heading', { name: 'Library', level: 1 });
const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 });

test('an administrator adds a passkey, signs in with it, renames and removes it', async ({
  page,
  server,
}) => {
  const { user, activation } = await server.admin.client.call(endpoints.users.create, {
    body: { name: 'Meera Joshi', contactNumber: createContactNumber(), userType: 'ADMIN' },
  });
  const account = await activate(server.origin, user.contactNumber, activation.code ?? '');
  await plugInKey(page);
  const shell = new LibraryPage(page);
  const profile = new ProfilePage(page);
  const signIn = new SignInPage(page);
  await signIn.signIn(account);
  await profile.open();
  await expect(page.getByText(/You have no passkey/)).toBeVisible();
  await profile.addPasskey('Blue key', account.password);
  expect(await findSeriousFaults(page)).toEqual([]);
  await profile.storeRecoveryCodes();
  await expect(profile.passkeys.getByText('Blue key')).toBeVisible();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);
  await shell.signOut();

  await signIn.open();
  await signIn.submit(account);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  const use = page.getByRole('button', { name: 'Use your passkey' });
  await expect(use).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the authenticator app' })).toBeHidden();
  expect(await findSeriousFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(overview(page)).toBeVisible();

  await profile.open();
  await expect(profile.history.getByText('Passkey added')).toBeVisible();
  await page.getByRole('button', { name: 'Rename Blue key' }).click();
  await profile.dialog.getByRole('textbox', { name: 'Name' }).fill('Red key');
  await profile.dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Remove Red key' }).click();
  const password = profile.dialog.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill('not the password');
  await profile.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(profile.dialog.getByRole('alert')).toContainText('Incorrect password');
  await password.fill(account.password);
  await profile.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/You have no passkey/)).toBeVisible();
  await shell.signOut();
  await signIn.signIn(account);
});

// In every run: `passkeys.int.test.ts`, the test above.
test('a learner may add a passkey, and signs in with it from then on', { tag: '@soak' }, async ({
  page,
  server,
}) => {
  const contactNumber = createContactNumber();
  const { activation } = await server.admin.client.call(endpoints.users.create, {
    body: { name: 'Asha Kumari', contactNumber },
  });
  await plugInKey(page);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit({ contactNumber, password: activation.code ?? '' });
  await signIn.choosePassword(goodPassword);
  const account = { contactNumber, password: goodPassword };
  await expect(library(page)).toBeVisible();
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeHidden();
  await profile.addPasskey('My phone', account.password);
  await profile.storeRecoveryCodes();
  await new LibraryPage(page).signOut();
  await signIn.open();
  await signIn.submit(account);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(library(page)).toBeVisible();
});
