import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from '../client/accounts.ts';

/** `/login`, and the choice of a new password that follows a one-time password. */
export class SignInPage {
  readonly page: Page;
  readonly error: Locator;

  constructor(page: Page) {
    this.page = page;
    this.error = page.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
    await expect(this.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }

  async submit({ contactNumber, password }: Account): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Phone number', exact: true }).fill(contactNumber);
    await this.page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /**
   * After a one-time password or an activation code was accepted; the sign-in follows
   * automatically.
   */
  async choosePassword(password: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await this.page.getByRole('textbox', { name: 'New password', exact: true }).fill(password);
    await this.page.getByRole('textbox', { name: 'Confirm password', exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Save password' }).click();
    await expect(this.page.getByRole('button', { name: 'Save password' })).toBeHidden();
  }

  /** From the open page to where the user begins: the library, or an administrator's overview. */
  async signIn(account: Account): Promise<void> {
    await this.open();
    await this.submit(account);
    const home = { name: /^(Library|Overview)$/, level: 1 };
    await expect(this.page.getByRole('heading', home)).toBeVisible();
  }
}
