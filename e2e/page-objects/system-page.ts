import { expect, type Locator, type Page } from '@playwright/test';

/** `/admin/system`: what a super administrator sets while the product runs. */
export class SystemPage {
  readonly page: Page;
  readonly save: Locator;

  constructor(page: Page) {
    this.page = page;
    this.save = page.getByRole('button', { name: 'Save changes' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'System' }).click();
    await expect(this.page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
    await expect(this.save).toBeVisible();
  }

  number(label: string): Locator {
    return this.page.getByRole('textbox', { name: label });
  }

  switch(label: string): Locator {
    return this.page.getByRole('checkbox', { name: label });
  }

  async saveAll(): Promise<void> {
    await this.save.click();
    await expect(this.page.getByText('Saved. The configuration holds from now on.')).toBeVisible();
  }
}
