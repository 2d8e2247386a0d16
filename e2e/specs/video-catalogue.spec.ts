import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { publishLesson } from '../client/videos.ts';
import { findAllFaults } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

test('a learner sees at once what an administrator edits, schedules, deletes and restores', async ({
  browser,
  server,
  adminAccount,
  learner,
}) => {
  // A separate lesson: other tests look for what is changed here.
  const asked = { title: 'Colours of a prism', seconds: 6 };
  const lesson = await publishLesson(server.admin.client, server.dataDir, asked);
  const context = () => browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' });
  const [admin, viewer] = [await (await context()).newPage(), await (await context()).newPage()];
  await new SignInPage(admin).signIn(adminAccount);
  await new SignInPage(viewer).signIn(learner);
  const card = viewer.getByRole('link', { name: 'Light in glass' });

  await admin.goto('/admin/videos?search=prism');
  await admin.getByRole('link', { name: lesson.title }).waitFor();
  expect(await findAllFaults(admin)).toEqual([]);
  await admin.getByRole('link', { name: lesson.title }).click();
  await admin.getByRole('textbox', { name: 'Title', exact: true }).fill('Light in glass');
  const tab = (name: string) => admin.getByRole('tab', { name });
  await tab('Chapters and captions').click();
  for (const [number, time, title] of [
    [1, '0:00', 'Start'],
    [2, 'soon', 'Too much'],
    [3, '0:05', 'End'],
  ] as const) {
    await admin.getByRole('button', { name: 'Add chapter' }).click();
    await expect(admin.getByLabel(`Chapter ${number} begins at`)).toBeFocused();
    await admin.getByLabel(`Chapter ${number} begins at`).fill(time);
    await admin.getByLabel(`Title of chapter ${number}`).fill(title);
  }
  await tab('Details').click();
  await admin.getByLabel('Video language').selectOption('Hindi');
  // Saving leads to the tab of what keeps it from being saved.
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Enter the time as 12:30.')).toBeVisible();
  await admin.getByRole('button', { name: 'Remove chapter 2' }).click();
  expect(await findAllFaults(admin)).toEqual([]);
  await tab('Audience').click();
  await admin.getByRole('radio', { name: 'Selected learners' }).check();
  await expect(admin.getByText('Until then, no learner sees this video.')).toBeVisible();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('heading', { name: 'Light in glass', level: 1 })).toBeVisible();
  await viewer.goto('/');
  await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toHaveCount(0);

  await admin.getByRole('radio', { name: 'Everyone' }).check();
  await expect(admin.getByRole('combobox', { name: 'Districts' })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(async () => {
    await viewer.goto('/');
    await expect(card).toBeVisible({ timeout: 10_000 });
  }).toPass();

  await tab('Chapters and captions').click();
  await admin.getByRole('button', { name: 'Add captions' }).click();
  await admin.getByLabel('Language of the captions').selectOption('Hindi');
  await expect(admin.getByLabel('Name that learners see')).not.toHaveValue('');
  await admin.getByLabel('Name that learners see').fill('हिन्दी');
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nनमस्ते\n';
  const file = { name: 'hi.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) };
  await admin.getByLabel('File').setInputFiles(file);
  await admin.getByRole('button', { name: 'Upload captions' }).click();
  await expect(admin.getByRole('button', { name: 'Remove हिन्दी' })).toBeVisible();
  expect(await findAllFaults(admin)).toEqual([]);

  await test.step('words of captions are corrected in place, and slips named by their line', async () => {
    await admin.getByRole('button', { name: 'Edit हिन्दी' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Edit हिन्दी' });
    const body = dialog.getByLabel('Text and times');
    await expect(body).toHaveValue(/नमस्ते/);
    await body.fill(text.replace('00:02', '00:00'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/Line 3: /)).toBeVisible();
    await body.fill(text.replace('नमस्ते', 'नमस्कार'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('The captions “हिन्दी” were saved.')).toBeVisible();
    await admin.getByRole('button', { name: 'Edit हिन्दी' }).click();
    await expect(body).toHaveValue(/नमस्कार/);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a moment of the video becomes its poster, and the first one comes back', async () => {
    await tab('Pictures').click();
    const poster = admin.getByRole('img', { name: 'Current poster' });
    const first = await poster.getAttribute('src');
    await admin.getByLabel('Or a frame of the video').fill('9:00');
    await admin.getByRole('button', { name: 'Use this frame' }).click();
    await expect(admin.getByText('Enter a time within the video')).toBeVisible();
    await admin.getByLabel('Or a frame of the video').fill('0:03');
    await admin.getByRole('button', { name: 'Use this frame' }).click();
    await expect(admin.getByText('The new poster is being made…')).toBeHidden({ timeout: 120_000 });
    await expect(poster).not.toHaveAttribute('src', first ?? '');
    await expect
      .poll(() => poster.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100);
    await admin.getByRole('button', { name: 'Use the original poster' }).click();
    await expect(poster).toHaveAttribute('src', first ?? '');
  });

  await test.step('it is taken back, scheduled and published from its header, at once', async () => {
    const choose = async (button: string, item: string) => {
      await admin.getByRole('button', { name: button, exact: true }).click();
      await admin.getByRole('menuitem', { name: item }).click();
    };
    await choose('Publication: Published', 'Unpublish');
    await expect(admin.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
    await viewer.goto('/');
    await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(card).toHaveCount(0);
    await choose('Publish', 'Schedule');
    const dialog = admin.getByRole('dialog', { name: 'Publication dates' });
    await dialog.getByRole('textbox', { name: 'From' }).fill('31/2/2080');
    await dialog.getByRole('textbox', { name: 'Time' }).first().fill('9.30 pm');
    await expect(dialog.getByText('Enter the date as 24/11/2026.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish with these dates' }).click();
    await expect(dialog, 'no date was understood').toBeVisible();
    await dialog.getByRole('button', { name: 'Choose a date: From' }).click();
    const calendar = admin.getByRole('dialog', { name: 'Choose a date: From' });
    await expect(admin.locator('[data-day]:focus')).toHaveCount(1);
    await admin.keyboard.press('PageDown');
    await admin.keyboard.press('End');
    expect(await findAllFaults(admin)).toEqual([]);
    await admin.keyboard.press('Enter');
    await expect(calendar).toHaveCount(0);
    await expect(dialog.getByRole('textbox', { name: 'Time' }).first()).toHaveValue(/9:30.pm/i);
    await dialog.getByRole('button', { name: 'Publish with these dates' }).click();
    await choose('Publication: Scheduled', 'Publish now');
    await expect(admin.getByRole('button', { name: 'Publication: Published' })).toBeVisible();
  });

  await admin.getByRole('button', { name: 'More actions' }).click();
  await admin.getByRole('menuitem', { name: 'Delete video' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete video' }).click();
  await expect(admin.getByText('This video is deleted')).toBeVisible();
  await viewer.goto('/');
  await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toHaveCount(0);
  await admin.getByRole('button', { name: 'Restore video' }).click();
  await expect(admin.getByRole('button', { name: 'More actions' })).toBeVisible();
  await viewer.goto('/');
  await expect(card).toBeVisible();

  await test.step('a video is announced before there is a file, and found by its tag', async () => {
    await admin.goto('/admin/videos');
    await admin.getByRole('button', { name: 'New draft' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New draft' }).click();
    await expect(dialog.getByText('Give the video a title.')).toBeVisible();
    await dialog.getByLabel('Title').fill('Waves to come');
    await dialog.getByRole('button', { name: 'New draft' }).click();
    await expect(admin.getByRole('heading', { name: 'Waves to come', level: 1 })).toBeVisible();
    await expect(admin.getByRole('link', { name: 'Upload a file for this video' })).toBeVisible();
    await admin.getByRole('combobox', { name: 'Tags' }).fill('sound');
    await admin.keyboard.press('Enter');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('“Waves to come” was saved.')).toBeVisible();
    await admin.goto('/admin/videos?f.tag=sound');
    await expect(admin.getByRole('link', { name: 'Waves to come' })).toBeVisible();
    await expect(admin.getByRole('link', { name: 'Light in glass' })).toHaveCount(0);
    const all = admin.getByRole('button', { name: 'Export 1 record(s)' });
    await all.press('Enter');
    const csv = admin.getByRole('group', { name: 'All 1 that match' }).getByText('CSV');
    await expect(csv).toBeFocused();
    expect(await findAllFaults(admin)).toEqual([]);
    const [file] = await Promise.all([admin.waitForEvent('download'), csv.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/^videos-.*\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /^\uFEFFid,title,.*\r\n.*,Waves to come,.*\r\n$/,
    );
    await expect(all).toBeFocused();
    await admin.goto('/admin/videos?f.language=hi');
    await expect(admin.getByRole('link', { name: 'Light in glass' })).toBeVisible();
    await expect(admin.getByRole('link', { name: 'Waves to come' })).toHaveCount(0);
  });
  await test.step('the storage page says what there is room for and what takes it', async () => {
    await admin.goto('/admin/storage');
    await expect(admin.getByRole('heading', { name: 'Storage', level: 1 })).toBeVisible();
    const largest = admin.getByRole('table', { name: 'Space by video' });
    await expect(largest.getByRole('row').filter({ hasText: 'Light in glass' })).toContainText('B');
    expect(await findAllFaults(admin)).toEqual([]);
  });
});
