import { expect, type Page } from '@playwright/test';

/** `/activate`: the code that the centre handed over. */
export class ActivationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/activate');
    await expect(this.page.getByRole('heading', { name: 'Activate your account' })).toBeVisible();
  }

  async enterCode(contactNumber: string, code: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Phone number', exact: true }).fill(contactNumber);
    await this.page.getByRole('textbox', { name: 'Activation code', exact: true }).fill(code);
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }
}
