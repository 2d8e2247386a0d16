import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { parse } from 'csv-parse/sync';
import writeExcelFile from 'write-excel-file/node';
import { activate, createContactNumber, type SignedIn } from '../client/accounts.ts';
import { findAllFaults, findFaultsInBothThemes } from '../fixtures/accessibility.ts';
import {
  createFaultySheet,
  createGoodRows,
  formatCsv,
  type PlantedError,
  plantedCount,
} from '../fixtures/faulty-sheet.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { ImportPage } from '../page-objects/import-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/** A separate server: thousands of users would disturb other tests. */
const test = testOnOwnServer().extend<{ readonly admin: SignedIn }>({
  // Looks after the district of Pune.
  admin: async ({ server }, provide) => provide(await createScopedAdmin(server.admin)),
});

async function createScopedAdmin({ client }: SignedIn): Promise<SignedIn> {
  const { user, activation } = await client.call(endpoints.users.create, {
    body: { name: 'Meera Joshi', contactNumber: createContactNumber(), userType: 'ADMIN' },
  });
  await client.call(endpoints.users.setPermissions, {
    params: { id: user.id },
    body: {
      permissions: ['users.read', 'users.import', 'users.export'],
      adminScope: { level: 'district', values: ['Pune'] },
    },
  });
  return activate(client.origin, user.contactNumber, activation.code ?? '');
}

const createCsvFile = (content: string, name = 'learners.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});
const parseRecords = (content: string) =>
  parse<Record<string, string>>(content, { bom: true, columns: true });

/** Every row of the table of errors, page by page. */
async function readErrors({ page, errors }: ImportPage, count: number): Promise<PlantedError[]> {
  // Before it is there, the first choice of rows belongs to the list of imports below it.
  await expect(errors.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows per page' }).first().selectOption('100');
  await expect(errors.getByRole('row')).toHaveCount(count + 1);
  const rows = await errors.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const [number = '', column = '', value = '', reason = ''] = await row
        .locator('td')
        .allTextContents();
      return { row: Number(number.replaceAll(',', '')), column, value, reason };
    }),
  );
}

const rowCount = process.env['SOAK'] === 'on' ? 5000 : 600;
const inWords = (count: number) => count.toLocaleString('en-IN');
const good = rowCount - plantedCount;

test('many rows with 40 errors: each is shown at its row, repaired from the file of failed rows, and imported', async ({
  page,
  server,
  admin,
}) => {
  const taken = createGoodRows(4, 1_000_000).map(({ phone }) => phone);
  for (const contactNumber of taken) {
    const body = { name: 'Already here', contactNumber, district: 'Pune' };
    await server.admin.client.call(endpoints.users.create, { body });
  }
  const sheet = createFaultySheet(createGoodRows(rowCount, 2_000_000), taken);
  await new SignInPage(page).signIn(admin);
  const imports = new ImportPage(page);
  await imports.open();

  await test.step('a file of another type is refused at once', async () => {
    await imports.choose({
      name: 'notes.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%'),
    });
    await expect(page.getByRole('alert')).toContainText('neither a CSV file nor an Excel workbook');
    expect(await findAllFaults(page)).toEqual([]);
  });

  await test.step('headers are guessed in both languages, and the rest is asked for', async () => {
    await imports.choose(createCsvFile(sheet.content));
    await imports.next();
    await expect(imports.step('Match the columns')).toBeFocused();
    await expect(imports.column('Name')).toHaveValue('विद्यार्थी का नाम');
    await imports.check();
    await expect(page.getByText('Choose the column for this field.')).toBeVisible();
    expect(await findAllFaults(page)).toEqual([]);
    await imports.column('Phone number').selectOption('Handset');
    await expect(page.getByRole('table', { name: /first rows/ })).toContainText('9702000000');
    await imports.check();
  });

  await test.step('the check tells each error at its row and column', async () => {
    await expect(imports.count('Will be created')).toHaveText(inWords(good), { timeout: 120_000 });
    await expect(imports.count('Rows with errors')).toHaveText('40');
    expect(await readErrors(imports, plantedCount)).toEqual(sheet.errors);
    expect(await lookAt(page)).toEqual([]);
  });

  await test.step('numbers that are there already can be skipped', async () => {
    await page.getByRole('checkbox', { name: 'Skip existing phone numbers' }).click();
    await expect(imports.count('Will be skipped')).toHaveText('8', { timeout: 120_000 });
    await expect(imports.count('Rows with errors')).toHaveText('32');
    await page.getByRole('checkbox', { name: 'Skip existing phone numbers' }).click();
    await expect(imports.count('Rows with errors')).toHaveText('40', { timeout: 120_000 });
  });

  await test.step('the import continues while its page is left', async () => {
    const checked = page.url();
    await page.getByRole('button', { name: `Import ${inWords(good)} learners` }).click();
    await page.waitForURL(({ href }) => href !== checked);
    await page.getByRole('link', { name: 'Library' }).click();
    await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(imports.step('The import is complete')).toBeVisible({ timeout: 120_000 });
    await expect(imports.count('Created')).toHaveText(inWords(good));
    await expect(imports.count('Failed')).toHaveText('40');
    expect(await readErrors(imports, plantedCount)).toEqual(sheet.errors);
    expect(await lookAt(page)).toEqual([]);
  });

  await test.step('the codes of all new learners are handed out', async () => {
    const { name, content } = await imports.download(() =>
      page.getByRole('button', { name: 'Download the codes' }).click(),
    );
    expect(name).toMatch(/^activation-codes-.*\.csv$/);
    expect(parseRecords(content)).toHaveLength(good);
    await page.getByRole('button', { name: 'Remove from server' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No codes are stored here')).toBeVisible();
  });

  await test.step('the failed rows are repaired and imported', async () => {
    const { content } = await imports.download(() =>
      page.getByRole('button', { name: 'Download the failed rows' }).click(),
    );
    const failed = parseRecords(content);
    expect(failed.map(({ row }) => Number(row))).toEqual(sheet.errors.map(({ row }) => row));
    const repaired = failed.map(({ row }, at) => `Repaired ${row},97${30_000_000 + at},Pune`);
    await page.getByRole('button', { name: 'Import another file' }).click();
    const again = ['name,contactNumber,district', ...repaired].join('\n');
    await imports.choose(createCsvFile(again, 'repaired.csv'));
    await imports.next();
    await imports.check();
    await expect(imports.count('Rows with errors')).toHaveText('0');
    await page.getByRole('button', { name: 'Import 40 learners' }).click();
    await expect(imports.step('The import is complete')).toBeFocused();
    await expect(imports.count('Created')).toHaveText('40');
  });

  await test.step('the list of earlier imports shows the administrator, the file and the counts', async () => {
    const row = page.getByRole('row', { name: /repaired\.csv.*Import/ }).first();
    await expect(row).toContainText('Meera Joshi');
    await expect(row).toContainText('Complete');
  });

  await test.step('all of them leave again as one file that the server makes', async () => {
    await page.getByRole('link', { name: 'Go to users' }).click();
    // The administrator is one of them.
    const everyone = rowCount + taken.length + 1;
    await page.getByRole('button', { name: `Export ${everyone} record(s)` }).click();
    const { name, content } = await imports.download(() =>
      page
        .getByRole('group', { name: `All ${everyone} that match` })
        .getByRole('menuitem', { name: 'CSV' })
        .click(),
    );
    expect(name).toMatch(/^users-.*\.csv$/);
    const numbers = new Set(parseRecords(content).map(({ contactNumber }) => contactNumber));
    expect(numbers.size).toBe(everyone);
  });
});

// In every run: `import-resume.int.test.ts`.
test('an import is cancelled in mid-run, and the rest of it imported later', {
  tag: '@soak',
}, async ({ page, admin }) => {
  const total = 16_000;
  const content = formatCsv(
    ['name', 'isd', 'phone', 'district', 'email'],
    createGoodRows(total, 40_000_000),
  );
  const file = test.info().outputPath('learners.csv');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  await new SignInPage(page).signIn(admin);
  const imports = new ImportPage(page);
  await imports.open();
  // By its path: so much content is slow on its way through the browser's protocol.
  await imports.choose(file);
  await imports.next();
  await imports.check();
  await page.getByRole('button', { name: 'Import 16,000 learners' }).click({ timeout: 120_000 });
  await expect(imports.step('The import is running')).toBeFocused();
  await expect(page.getByText(/^[\d,]{3,} of 16,000 rows$/)).toBeVisible();
  // Not loaded again: the import continues during the reload.
  expect(await findFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this import?' });
  expect(await findAllFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel the import' }).click();
  await expect(imports.step('The import was cancelled')).toBeFocused();
  const created = Number((await imports.count('Created').textContent())?.replaceAll(',', ''));
  expect(created).toBeGreaterThan(0);
  expect(created).toBeLessThan(total);
  expect(await lookAt(page)).toEqual([]);
  const query = { search: 'Learner', limit: 10 };
  const { total: there } = await admin.client.call(endpoints.users.list, { query });
  expect(there).toBeGreaterThanOrEqual(created);

  await page.getByRole('button', { name: 'Import the rest' }).click();
  await expect(imports.step('The import is complete')).toBeFocused({ timeout: 120_000 });
  await expect(imports.count('Skipped')).toHaveText(new Intl.NumberFormat('en-IN').format(created));
});

// In every run: `import.int.test.ts`.
test('of a workbook the server reads the headers, and refuses formulas', { tag: '@soak' }, async ({
  page,
  admin,
}) => {
  const text = (value: string) => ({ type: String, value });
  const workbook = await writeExcelFile([
    [text('नाम'), text('मोबाइल नंबर'), text('ज़िला')],
    [text('रवि शर्मा'), text('9760000001'), text('Pune')],
    [{ type: 'Formula', value: 'UPPER("asha")' }, text('9760000002'), text('Pune')],
    [text('Meera'), { type: Boolean, value: true }, text('Pune')],
  ]).toBuffer();
  await new SignInPage(page).signIn(admin);
  const imports = new ImportPage(page);
  await imports.open();
  await imports.choose({ name: 'learners.xlsx', mimeType: '', buffer: workbook });
  await imports.next();
  await expect(imports.step('Match the columns')).toBeFocused();
  await expect(imports.column('Phone number')).toHaveValue('मोबाइल नंबर');
  expect(await lookAt(page)).toEqual([]);
  await imports.check();
  await expect(imports.count('Will be created')).toHaveText('1');
  const told = await readErrors(imports, 2);
  expect(told.map(({ row, column, reason }) => ({ row, column, reason }))).toEqual([
    {
      row: 3,
      column: 'Name',
      reason: 'Formulas aren’t supported. Enter the value itself.',
    },
    {
      row: 4,
      column: 'Phone number',
      reason: 'This is not a phone number. Check the number and the country code.',
    },
  ]);
});
