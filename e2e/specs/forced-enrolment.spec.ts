import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { activate, newContactNumber, type SignedIn } from '../client/accounts.ts';
import { codeOf } from '../client/authenticator.ts';
import { seriousFindings } from '../fixtures/accessibility.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { ProfilePage } from '../page-objects/profile-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const { account, system, users } = endpoints;

/** A server of its own: on it no administrator gets by without a second factor. */
const test = testOnOwnServer();

/** Enrols the super administrator first, who would be kept out as well. */
async function requireSecondFactor({ client, password }: SignedIn): Promise<void> {
  const { secret } = await client.call(account.startSecondFactor, { body: { password } });
  await client.call(account.confirmSecondFactor, { body: { code: codeOf(secret) } });
  const { version, config } = await client.call(system.config, {});
  const accounts = { ...config.accounts, requireSecondFactor: true };
  await client.call(system.updateConfig, { body: { version, config: { accounts } } });
}

test('an administrator who must have a second factor sets it up before anything else', async ({
  page,
  server,
}) => {
  const { user, activation } = await server.admin.client.call(users.create, {
    body: { name: 'Meera Joshi', contactNumber: newContactNumber(), userType: 'ADMIN' },
  });
  const admin = await activate(server.origin, user.contactNumber, activation.code ?? '');
  await requireSecondFactor(server.admin);

  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(admin);
  await expect(page).toHaveURL('/profile');
  const notice = page.getByText('Your institution requires a second factor.');
  await expect(notice).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const usersLink = page.getByRole('link', { name: 'Users' });
  await expect(usersLink).toBeHidden();
  const usersPage = page.getByRole('heading', { name: 'Users', level: 1 });
  for (const elsewhere of ['/admin/users', '/']) {
    await page.goto(elsewhere);
    await expect(page).toHaveURL('/profile');
    await expect(notice).toBeVisible();
  }
  await expect(usersPage).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeHidden();

  const profile = new ProfilePage(page);
  const secret = await profile.startSecondFactor(admin.password);
  await profile.confirmSecondFactor(codeOf(secret));
  await profile.storeRecoveryCodes();
  await expect(notice).toBeHidden();
  await usersLink.click();
  await expect(usersPage).toBeVisible();
  await expect(page.getByRole('row', { name: /Meera Joshi/ })).toBeVisible();
});
