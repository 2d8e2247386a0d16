import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { uploadFile, uploadVideo, waitForJob } from '../client/videos.ts';
import { makeClip } from '../fixtures/clips.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/** Which depends on the machine. */
const asLongAsItTakes = { timeout: 180_000 };

const rowOf = (page: Page, step: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: step, exact: true }) });

test('an administrator watches a video being processed, and repeats one step', async ({
  page,
  server,
  adminAccount,
}) => {
  const { client } = server.admin;
  await new SignInPage(page).signIn(adminAccount);
  const clip = await makeClip(path.join(server.dataDir, 'job.mp4'), { seconds: 6 });
  const { id } = await uploadFile(client, 'Lenses', clip);
  await page.goto('/admin/uploads');
  await page.getByRole('link', { name: 'Lenses', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Lenses', level: 1 })).toBeVisible();
  // Without a reload: the page polls by itself. Steps that are done are folded.
  await page.getByRole('button', { name: /^Show all \d+ steps/ }).click(asLongAsItTakes);
  await expect(rowOf(page, 'Finish')).toContainText('Done', asLongAsItTakes);
  await expect(page.getByRole('status').filter({ hasText: 'Published' })).toBeVisible();
  await page.getByRole('button', { name: 'Show log' }).click();
  await expect(page.getByRole('region', { name: 'Technical log' })).toContainText('640 × 360');

  await page.getByRole('button', { name: 'More actions: Lenses' }).click();
  await expect(page.getByRole('menuitem', { name: /^Redo: Convert/ })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Redo: Previews' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Redo' }).click();
  // Step, state, duration, attempts.
  const attemptsOf = (step: string) => rowOf(page, step).getByRole('cell').nth(3);
  await expect(attemptsOf('Previews')).toHaveText('2', asLongAsItTakes);
  await expect(rowOf(page, 'Previews')).toContainText('Done', asLongAsItTakes);
  await expect(attemptsOf('Inspect')).toHaveText('1');
  await waitForJob(client, id);
  expect(await lookAt(page, { staysHindi: true })).toEqual([]);
});

// In every run: `bad-input.spec.ts`.
test('a video that fails says why in both languages', { tag: '@soak' }, async ({
  page,
  server,
  adminAccount,
}) => {
  const { client } = server.admin;
  await new SignInPage(page).signIn(adminAccount);
  const file = new Blob(['PK\x03\x04 a zip']);
  const { id } = await uploadVideo(client, { title: 'Zipped', file });
  await waitForJob(client, id);
  await page.goto(`/admin/uploads/${id}`);
  await expect(page.getByRole('alert')).toContainText('Unpack it and upload the video inside');
  await expect(page.getByRole('link', { name: 'Upload again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toHaveCount(0);
  expect(await lookAt(page, { staysHindi: true })).toEqual([]);
  await expect(page.getByRole('alert')).toContainText('उसे खोलें और अंदर का वीडियो अपलोड करें');
  await page.goto(`/admin/uploads/${id.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))}`);
  await expect(page.getByText('ऐसा कोई अपलोड नहीं है')).toBeVisible();
});
