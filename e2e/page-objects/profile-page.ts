import { expect, type Locator, type Page } from '@playwright/test';

/** `/profile`: the user's own ways to sign in. */
export class ProfilePage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly history: Locator;
  readonly passkeys: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.history = page.getByRole('list', { name: 'Sign-in history' });
    this.passkeys = page.getByRole('list', { name: 'Passkeys' });
  }

  async open(): Promise<void> {
    await this.page.goto('/profile');
    await expect(this.page.getByRole('heading', { name: 'My profile' })).toBeVisible();
  }

  /** Asks for a second factor and confirms the password. @returns the secret, as shown for typing */
  async startSecondFactor(password: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Set up' }).click();
    await this.dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await this.dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(this.dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    return (await this.dialog.locator('code').textContent()) ?? '';
  }

  /** @returns the recovery codes */
  async confirmSecondFactor(code: string): Promise<string[]> {
    await this.dialog.getByRole('textbox', { name: 'Six-digit code' }).fill(code);
    await this.dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = this.dialog.getByRole('list', { name: 'Your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    return codes.getByRole('listitem').allTextContents();
  }

  /** Adds the first passkey, up to its recovery codes. */
  async addPasskey(name: string, password: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add a passkey' }).click();
    await this.dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await this.dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await this.dialog.getByRole('button', { name: 'Add a passkey' }).click();
    const codes = this.dialog.getByRole('list', { name: 'Your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
  }

  async storeRecoveryCodes(): Promise<void> {
    const done = this.dialog.getByRole('button', { name: 'Done' });
    await expect(done).toBeDisabled();
    // They are shown once: no key may take them away.
    await this.page.keyboard.press('Escape');
    await expect(done).toBeVisible();
    await this.dialog.getByRole('checkbox', { name: 'I have stored these codes' }).check();
    await done.click();
    await expect(this.dialog).toBeHidden();
  }

  async changePassword(current: string, next: string): Promise<void> {
    const field = (name: string) => this.page.getByRole('textbox', { name, exact: true });
    // Opens the form, which stays open after a refusal.
    const button = this.page.getByRole('button', { name: 'Change password' });
    await expect(button).toBeVisible();
    if (!(await field('Current password').isVisible())) await button.click();
    await field('Current password').fill(current);
    await field('New password').fill(next);
    await field('Confirm password').fill(next);
    await button.click();
  }
}
