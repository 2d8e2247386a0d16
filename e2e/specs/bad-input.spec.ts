import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createContactNumber } from '../client/accounts.ts';
import { makeClip } from '../fixtures/clips.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UploadsPage } from '../page-objects/uploads-page.ts';

const wrongPassword = 'not the password of anybody';
const invalidCredentials = 'Invalid credentials. Please check your phone number and password.';

/** Files that an administrator may take for a video, and what the page says about them. */
const unusableFiles: readonly {
  readonly name: string;
  readonly reason: string;
  content(place: string): Promise<Buffer>;
}[] = [
  {
    name: 'a truncated MP4',
    reason: 'The end of the video is missing',
    content: async (place) => readFirstHalf(await makeClip(place, { seconds: 4 })),
  },
  {
    name: 'a truncated MP4 without its index',
    reason: 'The video has no index',
    content: async (place) =>
      readFirstHalf(await makeClip(place, { seconds: 4, indexFirst: false })),
  },
];

async function readFirstHalf(file: string): Promise<Buffer> {
  const whole = await readFile(file);
  return whole.subarray(0, whole.length / 2);
}

test('a wrong password and an unknown number get the same message', async ({ page, learner }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit({ ...learner, password: wrongPassword });
  await expect(signIn.error).toContainText(invalidCredentials);
  await signIn.open();
  await signIn.submit({ contactNumber: createContactNumber(), password: wrongPassword });
  await expect(signIn.error).toContainText(invalidCredentials);
  await expect(page).toHaveURL(/\/login$/);
});

test('a file that is no video is not even sent; others fail with the reason on their card', async ({
  page,
  server,
  adminAccount,
}) => {
  await new SignInPage(page).signIn(adminAccount);
  const uploads = new UploadsPage(page);
  await uploads.open();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  const refused = [
    ['', 'This file is empty.'],
    ['These are my notes of the lesson.\n'.repeat(100), 'contains something else'],
    ['PK\u0003\u0004lesson.mp4', 'Extract it and choose the video inside.'],
  ] as const;
  for (const [content, reason] of refused) {
    const buffer = Buffer.from(content);
    await page
      .getByLabel('Drop videos here')
      .setInputFiles({ name: 'video.mp4', mimeType: 'video/mp4', buffer });
    await expect(uploads.formError).toContainText(reason);
    await uploads.submit();
    await page.getByRole('button', { name: 'Remove video.mp4' }).click();
  }
  expect(sent.filter((path) => /\/(?:upload|videos)\b/.test(path))).toEqual([]);
  for (const { name, reason, content } of unusableFiles) {
    await test.step(name, async () => {
      const title = `Video out of ${name}`;
      const buffer = await content(path.join(server.dataDir, 'whole.mp4'));
      await uploads.choose({ name: 'video.mp4', mimeType: 'video/mp4', buffer }, title);
      await uploads.submit();
      const card = uploads.job(title);
      await expect(card.getByText('Failed', { exact: true })).toBeVisible({ timeout: 120_000 });
      await expect(card).toContainText(reason);
      await expect(card.getByRole('button', { name: 'Publish' })).toHaveCount(0);
    });
  }
});
