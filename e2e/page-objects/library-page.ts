import { expect, type Locator, type Page } from '@playwright/test';

/** `/`: the videos that this user may watch. */
export class LibraryPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A started one is in the row to continue, too. */
  lesson(title: string): Locator {
    return this.page.getByRole('link', { name: title }).first();
  }

  async openLesson(title: string): Promise<void> {
    await this.lesson(title).click();
    await expect(this.page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account:/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(this.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
}
