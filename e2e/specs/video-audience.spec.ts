import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { publishLesson } from '../client/videos.ts';
import { findAllFaults } from '../fixtures/accessibility.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const { videos } = endpoints;

test('a group is named, filled and chosen as the audience; simultaneous edits are noticed', async ({
  page,
  server,
  adminAccount,
  learner,
}) => {
  const { client } = server.admin;
  const { id } = await publishLesson(client, server.dataDir, { title: 'For few', seconds: 4 });
  const { items } = await client.call(endpoints.users.list, {
    query: { search: learner.contactNumber.slice(-6) },
  });
  const person = items[0]?.name ?? '';
  await new SignInPage(page).signIn(adminAccount);

  await page.goto('/admin/groups');
  await page.getByRole('button', { name: 'Create group' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(dialog.getByText('Give the group a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Morning batch');
  await dialog.getByRole('button', { name: 'Create group' }).click();
  const row = page.getByRole('row', { name: /Morning batch/ });
  await row.getByRole('button', { name: 'Actions for Morning batch' }).click();
  await page.getByRole('menuitem', { name: 'Rename group' }).click();
  await dialog.getByLabel('Name').fill('Evening batch');
  await dialog.getByRole('button', { name: 'Rename group' }).click();
  const renamed = page.getByRole('row', { name: /Evening batch/ });
  await renamed.getByRole('button', { name: 'Evening batch', exact: true }).click();
  await dialog.getByLabel('Find people to add').fill(learner.contactNumber.slice(-6));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('1 member')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Members' })).toContainText(person);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // By keyboard alone: a tab, a choice, a group found by a part of its name.
  await page.goto(`/admin/videos/${id}`);
  await page.getByRole('tab', { name: 'Details' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=audience$/);
  await page.getByRole('radio', { name: 'Everyone' }).press('ArrowDown');
  await expect(page.getByText('Choose at least one place or group.')).toBeVisible();
  const groupsPicker = page.getByRole('combobox', { name: 'User groups' });
  await groupsPicker.press('ArrowDown');
  await groupsPicker.pressSequentially('even');
  await groupsPicker.press('Enter');
  await expect(page.getByRole('list', { name: 'Selected' })).toHaveText('Evening batch');
  await expect(page.getByText('1 learner will see this')).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);

  await test.step('what was typed is there again after a session that ended in the middle', async () => {
    const { items: sessions } = await client.call(endpoints.auth.sessions, {});
    for (const { id: sessionId, isCurrent } of sessions) {
      if (!isCurrent) await client.call(endpoints.auth.endSession, { params: { id: sessionId } });
    }
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await new SignInPage(page).submit(adminAccount);
    await expect(page).toHaveURL(`/admin/videos/${id}?tab=audience`);
    await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Selected' })).toHaveText('Evening batch');
    await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  });

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByLabel('Title').fill('For the evening');
  await client.call(videos.update, { params: { id }, body: { description: 'By a colleague' } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText('Someone else changed this video while you were editing'),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /Description/ })).toContainText('By a colleague');
  await expect(page.getByRole('row', { name: /Title/ })).toContainText('For the evening');
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expect(page.getByRole('heading', { name: 'For the evening', level: 1 })).toBeVisible();
  const seen = await learner.client.call(videos.list, { query: { search: 'evening' } });
  expect(seen.items.map((video) => video.id)).toEqual([id]);

  await page.getByRole('tab', { name: 'Chapters and captions' }).click();
  await page.getByRole('button', { name: 'Add captions' }).click();
  await page.getByLabel('Language of the captions').selectOption('English');
  await page.getByLabel('Name that learners see').fill('English');
  const buffer = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHelo\n');
  await page.getByLabel('File').setInputFiles({ name: 'en.vtt', mimeType: 'text/vtt', buffer });
  await page.getByRole('button', { name: 'Upload captions' }).click();
  await page.getByRole('button', { name: 'Edit English' }).click();
  const text = dialog.getByLabel('Text and times');
  await expect(text).toHaveValue(/Helo/);
  await text.fill('WEBVTT\n\n00:01,000 --> 00:02.000\nHello\n');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Line 3: Enter times as')).toBeVisible();
  await text.fill('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const stored = await client.call(videos.captions, { params: { id, language: 'en' } });
  expect(stored).toContain('\nHello\n');

  expect(await lookAt(page)).toEqual([]);
  await page.goto('/admin/groups');
  await page.getByRole('row', { name: /Evening batch/ }).waitFor();
  await page.getByRole('button', { name: 'Actions for Evening batch' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByText('No groups yet')).toBeVisible();
});
