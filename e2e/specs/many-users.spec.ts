import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createLearner, type SignedIn } from '../client/accounts.ts';
import { findAllFaults, findFaultsInBothThemes } from '../fixtures/accessibility.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UsersPage } from '../page-objects/users-page.ts';

/** A separate server: its list of users holds only the users of this test. */
const test = testOnOwnServer();

const districts = ['Pune', 'Nashik', 'Ahilyanagar'];
const firstNames = [
  'Asha',
  'Ravi',
  'मीरा',
  'Sunita',
  'Lakshminarayanan',
  'Farhan',
  'रवि',
  'Joseph',
];
const lastNames = ['Kumari', 'Deshpande', 'जोशी', 'Venkataraman', 'Khan', 'Patil'];

const nameOf = (at: number) =>
  `${firstNames[at % firstNames.length]} ${lastNames[at % lastNames.length]}`;

/** Invited learners; every third lives in Pune. @returns their ids */
async function createInvited({ client }: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = {
      name: nameOf(at),
      contactNumber: `98${String(10_000_000 + at)}`,
      kendraType: at % 2 === 0 ? 'Urban' : 'Rural',
      country: 'India',
      district: districts[at % districts.length],
    };
    ids.push((await client.call(endpoints.users.create, { body })).user.id);
  }
  return ids;
}

/** Where pictures of the screens go, for those who want to look at them. */
const folder = process.env['SCREENSHOTS'];

/** Keeps the slips that the printer would get: in a headless browser it gets nothing. */
async function watchPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const copy = document.querySelector('[data-testid="slips"]')?.cloneNode(true);
      if (!(copy instanceof HTMLElement)) return;
      copy.dataset['testid'] = 'kept-slips';
      copy.dataset['printing'] = document.body.className;
      document.body.append(copy);
    };
  });
}

/** The PDF of the slips that were printed last, and how many pages it has. */
async function readPrintedSlips(page: Page): Promise<{ pdf: Buffer; pages: number }> {
  const kept = page.getByTestId('kept-slips');
  await expect(kept).toBeAttached();
  await expect(page.getByTestId('slips')).toHaveCount(0);
  await kept.evaluate((sheet) => {
    document.body.className = sheet.dataset['printing'] ?? '';
  });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  if (folder) {
    // A4 without its margins, at 96 pixels an inch.
    const seen = page.viewportSize();
    await page.setViewportSize({ width: 733, height: 1062 });
    await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: `${folder}/slips-sheet.png` });
    await page.emulateMedia({ media: 'screen' });
    if (seen) await page.setViewportSize(seen);
  }
  await kept.evaluate((sheet) => {
    document.body.className = '';
    sheet.remove();
  });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  return { pdf, pages };
}

test('many users at once: chosen by keyboard, confirmed, told who was not, and brought back', async ({
  page,
  server,
  adminAccount,
}) => {
  const shoot = async (name: string) => {
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const { client } = server.admin;
  const invited = await createInvited(server.admin, 30);
  const group = await client.call(endpoints.groups.create, { body: { name: 'Batch of spring' } });
  const active = await createLearner(client);
  await page.setViewportSize({ width: 1366, height: 768 });
  await watchPrinter(page);
  await new SignInPage(page).signIn(adminAccount);
  await new UsersPage(page).open();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  const table = page.getByRole('table', { name: 'Users' });
  await expect(table.getByRole('row')).toHaveCount(26);

  await test.step('at 1366 pixels no column is cut', async () => {
    const cut = await page
      .getByRole('region', { name: 'Users', exact: true })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
    await shoot('users');
  });

  await test.step('rows are chosen with the space bar, on more than one page', async () => {
    const boxes = table.getByRole('checkbox');
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await boxes.nth(2).focus();
    await page.keyboard.press('Space');
    await expect(bar).toContainText('2 selected');
    expect(await boxes.first().evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await page.getByRole('combobox', { name: 'Rows per page' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(table.getByRole('row')).toHaveCount(8);
    await table.getByRole('checkbox').nth(1).check();
    await expect(bar).toContainText('3 selected');
    await shoot('selected');
    expect(await findFaultsInBothThemes(page)).toEqual([]);
  });

  await test.step('all who match are deleted after a question, and told who was left', async () => {
    await bar.getByRole('button', { name: 'Select all 32 that match' }).click();
    await expect(bar).toContainText('All 32 that match are selected');
    await bar.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete 32 users?' });
    await expect(question).toBeVisible();
    await shoot('question');
    await question.getByRole('button', { name: 'Delete 32 users' }).focus();
    await page.keyboard.press('Enter');
    const result = page.getByRole('dialog', { name: '31 users deleted' });
    await expect(result).toContainText('1 user was left unchanged');
    await expect(result).toContainText('This is your own account');
    await shoot('result');
    expect(await findAllFaults(page)).toEqual([]);
    await result.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('31 users restored')).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(26);
    // A deletion ends sessions, and what comes back is the account.
    await expect(active.client.call(endpoints.auth.validate, {})).rejects.toThrow();
  });

  await test.step('pages get another size by keyboard', async () => {
    await page.getByRole('combobox', { name: 'Rows per page' }).focus();
    await page.keyboard.press('5');
    await expect(page).toHaveURL(/size=50/);
    await expect(table.getByRole('row')).toHaveCount(33);
  });

  await test.step('one who was deleted is found again among the deleted', async () => {
    await client.call(endpoints.users.remove, { params: { id: invited[0] ?? '' } });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deleted users' }).click();
    const deleted = page.getByRole('dialog', { name: 'Deleted users' });
    await expect(deleted.getByRole('listitem')).toHaveCount(1);
    await shoot('deleted');
    expect(await findAllFaults(page)).toEqual([]);
    await deleted.getByRole('button', { name: 'Restore Asha Kumari' }).click();
    await expect(deleted).toContainText('No deleted users');
    await page.keyboard.press('Escape');
  });

  await test.step('chosen users join a group', async () => {
    await page.getByLabel('Search users').fill('मीरा');
    await expect(table.getByRole('row')).toHaveCount(5);
    await table.getByRole('checkbox').first().check();
    await bar.getByRole('button', { name: 'Add to group' }).click();
    const question = page.getByRole('dialog', { name: 'Add 4 users to a group' });
    await question.getByLabel('Group').selectOption('Batch of spring');
    await shoot('group');
    await question.getByRole('button', { name: 'Add 4 users' }).click();
    await expect(page.getByText('4 users added to the group')).toBeVisible();
    await expect(bar).toBeHidden();
  });

  await test.step('slips of the group: working codes are kept unless asked, none is cut', async () => {
    const params = { id: group.id };
    const add = [...invited];
    await client.call(endpoints.groups.changeMembers, { params, body: { add } });
    await page.goto('/admin/groups');
    await page.getByRole('button', { name: 'Actions for Batch of spring' }).click();
    await page.getByRole('menuitem', { name: 'Activation slips' }).click();
    const question = page.getByRole('dialog', { name: /^Activation slips for/ });
    await expect(question).toContainText('30 of 30 members haven’t activated their account.');
    await expect(question.getByRole('button', { name: 'Make 0 slips' })).toBeDisabled();
    await question.getByRole('checkbox', { name: 'Replace 30 codes that still work' }).check();
    await shoot('slips-question');
    expect(await findAllFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Make 30 slips' }).click();
    const made = page.getByRole('dialog', { name: '30 activation codes made' });
    await expect(made).toBeVisible();
    await shoot('slips');
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Nothing was printed or saved');
    await page.getByRole('button', { name: 'Back' }).click();
    await made.getByRole('button', { name: 'Print slips' }).click();
    const { pdf, pages } = await readPrintedSlips(page);
    if (folder) await writeFile(`${folder}/slips.pdf`, pdf);
    expect(pages).toBe(4);
    await expect(made.getByRole('button', { name: 'Print slips' })).toBeEnabled();
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(made).toBeHidden();
  });

  await test.step('afterwards an ordinary page prints what it shows', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('each act is one row of the audit log, which opens', async () => {
    await page.goto('/admin/audit-log');
    const row = page.getByRole('row').filter({ hasText: 'Users deleted' });
    await expect(row).toHaveCount(1);
    await shoot('audit');
    await row.getByRole('button', { name: '31 users' }).click();
    const list = page.getByRole('dialog', { name: 'Users deleted' });
    await expect(list).toContainText('This is your own account');
    await expect(list.getByRole('listitem').filter({ hasText: '+91' })).toHaveCount(25);
    await shoot('audit-users');
    expect(await findAllFaults(page)).toEqual([]);
  });

  await test.step('on a phone rows are cards, whose values have labels where they need them and whose acts are there', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/users');
    await expect(table.getByRole('row')).toHaveCount(26);
    await table.getByRole('checkbox').nth(1).check();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const card = table.getByRole('row').nth(2);
    const label = await card
      .getByRole('cell')
      .nth(5)
      .evaluate((cell) => getComputedStyle(cell, '::before').content);
    expect(label).toContain('Last sign-in');
    await shoot('cards-top');
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByRole('button', { name: /^Actions for/ })).toBeInViewport();
    await shoot('cards');
    expect(await findFaultsInBothThemes(page)).toEqual([]);
  });
});
