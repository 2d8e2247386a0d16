import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { activate, createContactNumber, createLearner, type SignedIn } from '../client/accounts.ts';
import { computeCode } from '../client/authenticator.ts';
import { catchRefusal } from '../client/refusal.ts';
import { findFaultsInBothThemes, findSeriousFaults } from '../fixtures/accessibility.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { ProfilePage } from '../page-objects/profile-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { SystemPage } from '../page-objects/system-page.ts';

/** A separate server: other tests rely on the configuration. */
const test = testOnOwnServer();

test.describe.configure({ mode: 'serial' });

test('a super administrator configures, is kept from losing edits, and sees what another changed', async ({
  page,
  server,
}) => {
  await new SignInPage(page).signIn(server.admin);
  const system = new SystemPage(page);
  await system.open();
  expect(await findSeriousFaults(page)).toEqual([]);

  await system.number('Devices per learner').fill('500');
  await expect(page.getByText('Enter a whole number from 0 to 100.')).toBeVisible();
  await expect(system.save).toBeDisabled();
  await system.number('Devices per learner').fill('3');
  await page.getByRole('link', { name: 'Users' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  expect(await findSeriousFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(system.number('Devices per learner')).toHaveValue('3');

  await page.context().setOffline(true);
  const banner = page.getByText(/^You’re offline/);
  await expect(banner).toBeVisible();
  await system.save.click();
  await expect(page.getByText(/^Network connection lost/)).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
  await expect(system.number('Devices per learner')).toHaveValue('3');

  const { items } = await server.admin.client.call(endpoints.auth.sessions, {});
  const browser = items.find(({ isCurrent }) => !isCurrent);
  await server.admin.client.call(endpoints.auth.endSession, { params: { id: browser?.id ?? '' } });
  await system.save.click();
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fsystem');
  await new SignInPage(page).submit(server.admin);
  await expect(system.number('Devices per learner')).toHaveValue('3');
  await expect(page.getByText(/^Your unsaved changes are back/)).toBeVisible();

  const { version, config } = await server.admin.client.call(endpoints.system.config, {});
  const accounts = { ...config.accounts, invitationDays: 11 };
  await server.admin.client.call(endpoints.system.updateConfig, {
    body: { version, config: { accounts } },
  });
  await system.save.click();
  await expect(
    page.getByRole('heading', {
      name: 'Someone else changed the configuration while you were editing',
    }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /Activation code valid for/ })).toContainText(
    '11 days',
  );
  expect(await findSeriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Apply my changes again' }).click();
  await expect(page.getByText('Saved. The new settings are in effect.')).toBeVisible();
  const saved = await server.admin.client.call(endpoints.system.config, {});
  expect(saved.config.accounts).toMatchObject({ devicesPerLearner: 3, invitationDays: 11 });

  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row', { name: /System settings changed/ }).first()).toContainText(
    'Devices per learner',
  );
});

test('an administrator audits the installation, mends what was found, and has it checked again', async ({
  page,
  server,
}) => {
  await setTestMode(server.admin, true);
  await new SignInPage(page).signIn(server.admin);
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByRole('link', { name: 'Security audit' }).click();
  await expect(page.getByRole('heading', { name: 'No Security Audits Yet' })).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);

  const only = async (group: string, wanted: string) => {
    for (const choice of await page
      .getByRole('group', { name: group })
      .getByRole('checkbox')
      .all()) {
      await choice.setChecked(false);
    }
    await page.getByRole('checkbox', { name: wanted, exact: true }).check();
  };
  await page.getByText(/^Areas and severities/).click();
  await only('Areas', 'Configuration');
  await only('Severity', 'High');
  await page.getByRole('button', { name: 'Start Security Audit' }).click();
  const scanning = page.getByRole('region', { name: /^Security audit is/ });
  await expect(scanning.getByRole('progressbar')).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await expect(scanning).toBeHidden({ timeout: 120_000 });

  const findings = page.getByRole('list', { name: 'Findings' });
  await findings.getByRole('button', { name: /^A debugger, a test mode/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('test mode of playback');
  expect(await findFaultsInBothThemes(page)).toEqual([]);

  await setTestMode(server.admin, false);
  await dialog.getByRole('button', { name: 'Recheck' }).click();
  await expect(dialog).toContainText('The weakness is gone', { timeout: 60_000 });
  await expect(dialog.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('recheck of a finding')).toBeVisible();

  await page.getByRole('link', { name: /^Open the report/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Comprehensive audit' })).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await page.goto('/admin/security/findings?f.status=resolved');
  await expect(page.getByRole('row', { name: /No tools of developers/ })).toBeVisible();
  expect(await findFaultsInBothThemes(page)).toEqual([]);
});

async function setTestMode({ client }: SignedIn, testMode: boolean): Promise<void> {
  const { version, config } = await client.call(endpoints.system.config, {});
  const playback = { ...config.playback, testMode };
  await client.call(endpoints.system.updateConfig, { body: { version, config: { playback } } });
}

test('a learner moves the account to a new device once, and not again before the time', async ({
  page,
  server,
}) => {
  await new SignInPage(page).signIn(server.admin);
  const system = new SystemPage(page);
  await system.open();
  await system.number('Devices per learner').fill('1');
  await system.number('Wait between device changes').fill('0');
  await system.switch('Learners may move to a new device themselves').check();
  await system.saveAll();

  const learner = await createLearner(server.admin.client);
  const context = await page.context().browser()?.newContext({ baseURL: server.origin });
  const phone = await context?.newPage();
  if (!context || !phone) throw new Error('no second browser profile');
  const signIn = new SignInPage(phone);
  await signIn.open();
  await signIn.submit(learner);
  const confirm = phone.getByRole('button', { name: 'This is my new device' });
  await expect(confirm).toBeVisible();
  expect(await findSeriousFaults(phone)).toEqual([]);
  await confirm.click();
  await expect(phone.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await expect(phone.getByText('Your account is now bound to this device.')).toBeVisible();
  const ended = await catchRefusal(learner.client.call(endpoints.auth.validate, {}));
  expect(ended.reason).toBe('session_ended');

  await system.number('Wait between device changes').fill('30');
  await system.saveAll();
  const third = await page.context().browser()?.newContext({ baseURL: server.origin });
  const other = await third?.newPage();
  if (!third || !other) throw new Error('no third browser profile');
  const again = new SignInPage(other);
  await again.open();
  await again.submit(learner);
  await expect(other.getByText(/You can move your account here yourself from/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'This is my new device' })).toBeHidden();
  await context.close();
  await third.close();
});

/**
 * Enrols the super administrator first, who would be locked out as well: the last test of this
 * server.
 */
async function requireSecondFactor({ client, password }: SignedIn): Promise<void> {
  const { secret } = await client.call(endpoints.account.startSecondFactor, { body: { password } });
  await client.call(endpoints.account.confirmSecondFactor, { body: { code: computeCode(secret) } });
  const { version, config } = await client.call(endpoints.system.config, {});
  const accounts = { ...config.accounts, requireSecondFactor: true };
  await client.call(endpoints.system.updateConfig, { body: { version, config: { accounts } } });
}

test('an administrator who must have a second factor sets it up before anything else', async ({
  page,
  server,
}) => {
  const { user, activation } = await server.admin.client.call(endpoints.users.create, {
    body: { name: 'Meera Joshi', contactNumber: createContactNumber(), userType: 'ADMIN' },
  });
  const admin = await activate(server.origin, user.contactNumber, activation.code ?? '');
  await requireSecondFactor(server.admin);

  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(admin);
  await expect(page).toHaveURL('/profile');
  const notice = page.getByText('Your institution requires a second factor.');
  await expect(notice).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);

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
  await profile.confirmSecondFactor(computeCode(secret));
  await profile.storeRecoveryCodes();
  await expect(notice).toBeHidden();
  await usersLink.click();
  await expect(usersPage).toBeVisible();
  await expect(page.getByRole('row', { name: /Meera Joshi/ })).toBeVisible();
});
