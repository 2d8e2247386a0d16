import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { publishLesson } from '../client/videos.ts';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { makeClip } from '../fixtures/clips.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UploadsPage } from '../page-objects/uploads-page.ts';

test('a lesson that was announced gets its file from its own page, dropped with two others', async ({
  page,
  server,
  adminAccount,
}) => {
  const { client } = server.admin;
  const body = { title: 'Announced lesson', tags: ['kept'] };
  const { id } = await client.call(endpoints.videos.create, { body });
  const clip = await readFile(await makeClip(path.join(server.dataDir, 'a.mp4'), { seconds: 1 }));
  await new SignInPage(page).signIn(adminAccount);
  await page.goto(`/admin/videos/${id}`);
  await page.getByRole('link', { name: 'Upload a file for this video' }).click();
  await expect(page.getByRole('heading', { name: 'File for “Announced lesson”' })).toBeVisible();

  // As a file manager gives them: three files in one drop.
  const base64 = clip.toString('base64');
  const dropped = await page.evaluateHandle((content) => {
    const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
    const transfer = new DataTransfer();
    for (const name of ['first.mp4', 'second.mp4', 'third.mp4']) {
      transfer.items.add(new File([bytes], name, { type: 'video/mp4' }));
    }
    return transfer;
  }, base64);
  const zone = page.locator('label', { hasText: 'Drop the video for “Announced lesson” here' });
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  const first = page.getByRole('group', { name: 'first.mp4' });
  await expect(first.getByLabel('This file is for')).toHaveValue(id);
  await expect(first.getByRole('textbox')).toHaveCount(0);
  const second = page.getByRole('group', { name: 'second.mp4' });
  await expect(second.getByRole('textbox', { name: 'Title' })).toHaveValue('Second');
  await page.getByRole('combobox', { name: 'Category' }).fill('Physics');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Selected learners' }).check();
  expect(await findSeriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Upload 3 videos' }).click();

  const uploads = new UploadsPage(page);
  for (const title of ['Announced lesson', 'Second', 'Third']) await uploads.expectReady(title);
  const video = await client.call(endpoints.videos.getManaged, { params: { id } });
  expect(video).toMatchObject({ status: 'ready', title: 'Announced lesson', tags: ['kept'] });
  const others = await client.call(endpoints.videos.listManaged, { query: { search: 'second' } });
  expect(others.items).toMatchObject([{ category: 'Physics', audience: { everyone: false } }]);
  const query = { search: 'Announced lesson' };
  expect((await client.call(endpoints.videos.listManaged, { query })).total).toBe(1);
  await page.goto(`/admin/videos/${id}`);
  await expect(page.getByRole('heading', { name: 'Announced lesson', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload a file for this video' })).toBeHidden();
});

// In every run: `storage-use.int.test.ts`.
test('an administrator sees what takes room', { tag: '@soak' }, async ({
  page,
  server,
  adminAccount,
}) => {
  const { client } = server.admin;
  const lesson = await publishLesson(client, server.dataDir, { title: 'Room', seconds: 2 });
  // Counted after the publication, by a separate job: the page asks again only after a while.
  const counted = async () => {
    const { items } = await client.call(endpoints.storage.videos, { query: { limit: 100 } });
    return items.some(({ videoId }) => videoId === lesson.id);
  };
  await expect.poll(counted).toBe(true);
  await new SignInPage(page).signIn(adminAccount);
  await page.goto('/admin/uploads');
  await page.getByRole('main').getByRole('link', { name: 'Storage', exact: true }).click();
  const row = page.getByRole('row', { name: lesson.title });
  await expect(row).toContainText(/\d+ [KM]iB/);
  await expect(page.getByText('Total size of uploads in progress per administrator')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Server disk: .+ used$/ })).toBeVisible();
  expect(await lookAt(page, { staysHindi: true })).toEqual([]);
});
