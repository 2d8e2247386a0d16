import { expect, type Locator, type Page } from '@playwright/test';

type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

/** `/admin/uploads`: the form, and what becomes of each video. */
export class UploadsPage {
  readonly page: Page;
  /** Inside the form; toasts and jobs have other texts. */
  readonly formError: Locator;
  readonly uploadProgress: Locator;

  constructor(page: Page) {
    this.page = page;
    this.formError = page.locator('form').getByRole('alert');
    this.uploadProgress = page.getByRole('progressbar', { name: 'Upload progress of' });
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: 'Uploads', exact: true })
      .click();
    await expect(this.page.getByRole('heading', { name: 'Uploads', level: 1 })).toBeVisible();
  }

  async choose(file: ChosenFile, title: string): Promise<void> {
    await this.page.getByLabel('Drop videos here').setInputFiles(file);
    await this.page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Upload video' }).click();
  }

  /** A file that is being sent by this page. */
  queued(title: string): Locator {
    return this.page.getByRole('listitem').filter({
      has: this.page.getByRole('progressbar', { name: `Upload progress of ${title}` }),
    });
  }

  /** A file that another page started to send. */
  unfinished(title: string): Locator {
    return this.page.getByRole('listitem').filter({
      has: this.page.getByRole('progressbar', { name: `Uploaded part of ${title}` }),
    });
  }

  job(title: string): Locator {
    return this.page.getByRole('listitem').filter({
      has: this.page.getByRole('heading', { name: title, exact: true }),
    });
  }

  jobProgress(title: string): Locator {
    return this.page.getByRole('progressbar', { name: `Progress of ${title}` });
  }

  /** Until the video can be watched; how long depends on the machine. */
  async expectReady(title: string): Promise<void> {
    await expect(this.job(title).getByText(/^(?:Draft|Published)$/)).toBeVisible({
      timeout: 180_000,
    });
  }

  async publish(title: string): Promise<void> {
    await this.job(title).getByRole('button', { name: 'Publish' }).click();
    await expect(this.job(title).getByText('Published', { exact: true })).toBeVisible();
  }
}
