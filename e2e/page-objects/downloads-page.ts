import { expect, type Locator, type Page } from '@playwright/test';

/** `/downloads`: the copies of lessons on this device. */
export class DownloadsPage {
  readonly page: Page;
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.locator('[data-copy]');
  }

  /** On the page of a lesson that plays: leaves fullscreen, and begins to keep the lesson. */
  async begin(): Promise<void> {
    await this.page.evaluate(() => document.exitFullscreen());
    await this.page.getByRole('heading', { name: 'Notes' }).scrollIntoViewIfNeeded();
    await this.page.getByRole('button', { name: 'Download' }).click();
    await expect(this.page.getByRole('link', { name: /^Download(ing|ed)/ })).toBeVisible();
  }

  /** The same to its end, and on to the page of downloads. */
  async download(): Promise<void> {
    await this.begin();
    await this.page.getByRole('link', { name: 'Downloaded' }).click();
  }

  async expectReady(): Promise<void> {
    await expect(this.rows.getByText('Downloaded')).toBeVisible();
  }

  /** Plays the only one. */
  async play(): Promise<void> {
    await this.page.getByRole('link', { name: 'Play' }).click();
  }

  /** Removes the only one. */
  async remove(): Promise<void> {
    await this.rows.getByRole('button', { name: 'Remove' }).click();
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(this.rows).toHaveCount(0);
  }
}
