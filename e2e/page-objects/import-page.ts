import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

/** `/admin/users/import`: learners out of a spreadsheet, step by step. */
export class ImportPage {
  readonly page: Page;
  readonly errors: Locator;

  constructor(page: Page) {
    this.page = page;
    this.errors = page.getByRole('table', { name: 'Errors by row' });
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: 'Users', exact: true })
      .click();
    await this.page.getByRole('link', { name: 'Import learners' }).click();
    await expect(this.page.getByRole('heading', { name: 'Import learners' })).toBeVisible();
  }

  async choose(file: ChosenFile): Promise<void> {
    await this.page.getByLabel('Drop a spreadsheet here').setInputFiles(file);
  }

  async next(): Promise<void> {
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }

  column(name: string): Locator {
    return this.page.getByRole('combobox', { name });
  }

  async check(): Promise<void> {
    await this.page.getByRole('button', { name: 'Check the file' }).click();
  }

  /** The heading of the present step, which has the focus when the step is a new one. */
  step(title: string): Locator {
    return this.page.getByRole('heading', { name: title, level: 2 });
  }

  /** The text under a label such as ‘Created’. */
  count(label: string): Locator {
    return this.page.locator('dl > div', { hasText: label }).locator('dd');
  }

  /** Waits for the download that `act` begins. Answers its name and content. */
  async download(act: () => Promise<void>): Promise<{ name: string; content: string }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return {
      name: download.suggestedFilename(),
      content: await readFile(await download.path(), 'utf8'),
    };
  }
}
