import { expect, type Page } from '@playwright/test';

/** `/admin/users`: the list of users. */
export class UsersPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: 'Users', exact: true })
      .click();
    await expect(this.page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  }

  /** Answers the activation code that the dialog shows once. */
  async createLearner(name: string, contactNumber: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Create learner' }).first().click();
    const form = this.page.getByRole('dialog', { name: 'Create learner' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByRole('textbox', { name: 'Phone number', exact: true }).fill(contactNumber);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = this.page.getByRole('dialog', { name: 'Activation code' });
    const code = await shown.getByTestId('activation-code').textContent();
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown).toBeHidden();
    return code?.trim() ?? '';
  }
}
