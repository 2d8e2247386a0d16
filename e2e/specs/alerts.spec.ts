import { expect, type Page } from '@playwright/test';
import { buildUrl, endpoints, type NewAlertRule } from '@prahari/contract';
import { findFaultsInBothThemes } from '../fixtures/accessibility.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const { alerts } = endpoints;

/** Every learner of these tests is called so. */
const learnerName = 'Asha Kumari';

const rule: NewAlertRule = {
  name: 'Many exports at night',
  category: 'data_exfiltration',
  severity: 'low',
  enabled: true,
  subject: 'user',
  threshold: { metric: 'exports', operator: 'gte', value: 50, and: [] },
  timeWindow: 5_400_000,
  actions: [],
};

const blockingRule: NewAlertRule = {
  ...rule,
  name: 'A learner tries doors',
  category: 'privilege_escalation',
  threshold: { metric: 'refused_admin_calls', operator: 'gte', value: 2, and: [] },
  actions: ['block_user'],
};

/** With `SCREENSHOTS`: every screen as designers look at it. */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  const before = page.viewportSize();
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark']) {
      await page.locator('html').evaluate((html, chosen) => {
        html.dataset['theme'] = chosen;
      }, theme);
      await page.screenshot({
        path: `${folder}/${name}-${width}-${theme}.png`,
        fullPage: width === 390,
      });
    }
  }
  await page.locator('html').evaluate((html) => {
    html.dataset['theme'] = 'light';
  });
  if (before) await page.setViewportSize(before);
}

const rows = (page: Page) => page.getByRole('button', { name: 'Test alert', exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('alerts arrive by themselves and are dealt with by keyboard, one administrator at a time', async ({
  page,
  server,
  adminAccount,
  learner,
}) => {
  const colleague = server.admin.client;
  const { id: ruleId } = await colleague.call(alerts.createRule, { body: rule });
  await page.setViewportSize({ width: 1366, height: 768 });
  await new SignInPage(page).signIn(adminAccount);
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  const title = { name: 'Alert Management Dashboard', level: 1 };
  await expect(page.getByRole('heading', title)).toBeVisible();

  await test.step('refreshing by itself is switched off, and stays so', async () => {
    await page.getByRole('button', { name: 'Auto Refresh ON' }).press('Enter');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Auto Refresh OFF' })).toBeVisible();
  });

  await test.step('an attack is announced without a reload, before anything is touched', async () => {
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const url = buildUrl(server.origin, endpoints.adminHome.get, {});
    const headers = await learner.client.headersFor('GET', url);
    const { status } = await fetch(url, { headers: { ...headers, 'x-super-admin': 'true' } });
    expect(status).toBe(403);
    const title = 'False role claimed';
    await expect(page.getByText(`New alert: ${title}`)).toBeVisible();
    await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible();
  });

  await test.step('an alert that a colleague raises appears without a reload', async () => {
    const before = await rows(page).count();
    await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
    const { isTest } = await colleague.call(alerts.generateTest, {});
    expect(isTest).toBe(true);
    await expect(rows(page)).toHaveCount(before + 1);
    const row = page.getByRole('listitem').filter({ has: rows(page).first() });
    await expect(row.getByText('Test', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
    await page.getByRole('button', { name: 'Generate Test Alert' }).press('Enter');
    await expect(rows(page)).toHaveCount(before + 2);
    await takePictures(page, 'list');
  });

  await test.step('by keyboard it is acknowledged with notes, and resolved', async () => {
    await rows(page).first().press('Enter');
    const detail = dialog(page, 'Test alert');
    await expect(detail.getByText('Raised')).toBeVisible();
    await takePictures(page, 'detail');
    await detail.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    const acknowledge = dialog(page, 'Acknowledge');
    await expect(acknowledge.getByRole('textbox', { name: 'Notes (optional)' })).toBeFocused();
    await page.keyboard.type('I am looking');
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    await expect(acknowledge).toBeHidden();
    await expect(detail.getByText('I am looking')).toBeVisible();
    await expect(detail.getByRole('button', { name: 'Acknowledge' })).toBeHidden();

    await detail.getByRole('button', { name: 'Resolve' }).press('Enter');
    const resolve = dialog(page, 'Resolve');
    await resolve.getByRole('button', { name: 'Resolve' }).press('Enter');
    await expect(resolve.getByText('Enter how it was resolved.')).toBeVisible();
    await takePictures(page, 'resolve');
    const asked = resolve.getByRole('textbox', { name: 'Enter resolution details:' });
    await asked.press('Escape');
    await expect(resolve).toBeHidden();
    await detail.getByRole('button', { name: 'Resolve' }).press('Enter');
    await asked.fill('It was a test');
    await resolve.getByRole('button', { name: 'Resolve' }).press('Enter');
    await expect(detail).toBeHidden();
    // It is among all, no longer among the open ones.
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Total Alerts' }).press('Enter');
    await expect(rows(page)).toHaveCount(2);
    const row = page.getByRole('listitem').filter({ has: rows(page).first() });
    await expect(row.getByText('Resolved', { exact: true })).toBeVisible();
  });

  await test.step('who is slower than a colleague reads what happened', async () => {
    const { id } = await colleague.call(alerts.generateTest, {});
    await page.goto(`/admin/alerts?alert=${id}`);
    const detail = dialog(page, 'Test alert');
    await detail.getByRole('button', { name: 'Dismiss' }).click();
    const dismiss = dialog(page, 'Dismiss');
    await dismiss.getByRole('textbox', { name: 'Reason' }).fill('Noise');
    const body = { resolvedBy: 'admin', resolution: 'Was faster' };
    await colleague.call(alerts.resolve, { params: { id }, body });
    await dismiss.getByRole('button', { name: 'Dismiss' }).click();
    await expect(detail.getByRole('alert')).toContainText(
      'This alert was resolved in the meantime.',
    );
    await expect(detail.getByText('Was faster').first()).toBeVisible();
    expect(await lookAt(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/alert=/);
  });

  await test.step('by keyboard a rule is tried out on the last days, changed and saved', async () => {
    await page.getByRole('tab', { name: 'Rules and trends' }).click();
    await page.getByRole('button', { name: `Edit: ${rule.name}` }).press('Enter');
    const editor = dialog(page, 'Edit the rule');
    await expect(editor.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await editor.getByRole('button', { name: 'Try it on the last 7 days' }).press('Enter');
    const nothing = 'This rule would have raised nothing over the last 7 days.';
    await expect(editor.getByText(nothing)).toBeInViewport();
    await expect(editor.getByRole('checkbox', { name: 'Block the user' })).toBeVisible();
    await editor.getByRole('combobox', { name: 'About' }).selectOption('The whole system');
    await expect(editor.getByRole('checkbox', { name: 'Block the user' })).toBeHidden();
    await editor.getByRole('combobox', { name: 'Metric' }).selectOption('Sign-ins');
    await editor.getByRole('textbox', { name: 'Value' }).fill('1');
    await editor.getByRole('button', { name: 'Add a condition' }).press('Enter');
    await editor.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(editor.getByText('Choose what is measured.')).toBeVisible();
    await takePictures(page, 'rule-problem');
    await editor.getByRole('button', { name: 'Remove condition 2' }).press('Enter');
    await editor.getByRole('button', { name: 'Try it on the last 7 days' }).press('Enter');
    const raised = 'This rule would have raised 1 alert over the last 7 days.';
    await expect(editor.getByText(raised)).toBeInViewport();
    expect(await findFaultsInBothThemes(page)).toEqual([]);
    await takePictures(page, 'rule');
    await editor.getByRole('textbox', { name: 'Minutes' }).fill('30');
    await editor.getByRole('combobox', { name: 'Metric' }).selectOption('Exports');
    await editor.getByRole('textbox', { name: 'Value' }).fill('50');
    await editor.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(editor).toBeHidden();
    const { items } = await colleague.call(alerts.rules, {});
    expect(items.find(({ id }) => id === ruleId)).toMatchObject({
      subject: 'system',
      threshold: { metric: 'exports', value: 50 },
      version: 1,
    });
  });

  await test.step('a rule is switched off, and filters that match nothing say so', async () => {
    const panel = page.getByRole('listitem').filter({ hasText: rule.name });
    await expect(panel).toContainText('Window: 1 h 30 min');
    await panel.getByRole('switch').press('Space');
    await expect(panel.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
    await expect(async () => {
      const { items } = await colleague.call(alerts.rules, {});
      expect(items.find(({ id }) => id === ruleId)?.enabled).toBe(false);
    }).toPass();
    await page.goto(`/admin/alerts?rule=${ruleId}`);
    const nothing = { name: 'No alerts match your current filters' };
    await expect(page.getByRole('heading', nothing)).toBeVisible();
    await takePictures(page, 'nothing');
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(rows(page).first()).toBeVisible();
    await expect(page).toHaveURL('/admin/alerts');
    expect(await lookAt(page)).toEqual([]);
  });

  await test.step('what else came from the address, and what that learner did, is a link away', async () => {
    await page.getByRole('button', { name: 'False role claimed', exact: true }).press('Enter');
    const detail = dialog(page, 'False role claimed');
    await detail.getByRole('link', { name: 'All activity from this address' }).press('Enter');
    await expect(page.getByText('Claimed a role it doesn’t have').first()).toBeVisible();
    expect(await lookAt(page)).toEqual([]);
    await takePictures(page, 'activity-address');
    await page.getByRole('link', { name: learnerName }).first().press('Enter');
    const title = { name: `Activity of ${learnerName}`, level: 1 };
    await expect(page.getByRole('heading', title)).toBeVisible();
    await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('High and above');
    await expect(page.getByText('Signed in', { exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'Open user' }).press('Enter');
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
    expect(await lookAt(page)).toEqual([]);
    await takePictures(page, 'activity-learner');
  });

  await test.step('what a rule does by itself is seen, and undone', async () => {
    const { id } = await colleague.call(alerts.createRule, { body: blockingRule });
    const callAsAdministrator = async () => {
      const url = buildUrl(server.origin, endpoints.adminHome.get, {});
      return (await fetch(url, { headers: await learner.client.headersFor('GET', url) })).status;
    };
    // 403 until the rule has fired, whose block ends the session.
    await expect.poll(callAsAdministrator).toBe(401);
    await page.goto(`/admin/alerts?rule=${id}`);
    await page.getByRole('button', { name: blockingRule.name, exact: true }).press('Enter');
    const action = dialog(page, blockingRule.name)
      .getByRole('listitem')
      .filter({ hasText: 'Block the user' });
    await expect(action.getByText('Done', { exact: true })).toBeVisible();
    await takePictures(page, 'action');
    await action.getByRole('button', { name: 'Undo: Block the user' }).press('Enter');
    await expect(action.getByText('Undone', { exact: true })).toBeVisible();
    await learner.client.signIn(learner.contactNumber, learner.password);
    expect(await callAsAdministrator()).toBe(403);
  });
});
