import { expect, type Locator, type Page, type Response } from '@playwright/test';

/** `/admin/system`: the settings that a super administrator changes while the product runs. */
export class SystemPage {
  readonly page: Page;
  readonly save: Locator;

  constructor(page: Page) {
    this.page = page;
    this.save = page.getByRole('button', { name: 'Save changes' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(this.page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(this.number('Devices per learner')).toBeVisible();
  }

  number(label: string): Locator {
    return this.page.getByRole('textbox', { name: label });
  }

  switch(label: string): Locator {
    return this.page.getByRole('checkbox', { name: label });
  }

  async saveAll(): Promise<void> {
    const isSave = (answer: Response) => answer.request().method() === 'PUT';
    const [saved] = await Promise.all([this.page.waitForResponse(isSave), this.save.click()]);
    expect(saved.ok()).toBe(true);
    // That of an earlier save may still be there.
    const told = this.page.getByText('Saved. The new settings are in effect.');
    await expect(told.last()).toBeVisible();
  }
}
