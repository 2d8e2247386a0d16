import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { basePath, endpoints } from '@prahari/contract';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { makeClip } from '../fixtures/clips.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UploadsPage } from '../page-objects/uploads-page.ts';

const collection = `${basePath}${endpoints.uploads.beginResumable.path}`;
const mebibyte = 1024 ** 2;

/** A clip that a box of nothing makes as large as wanted: every reader of MP4 skips it. */
async function makeLargeClip(file: string, bytes: number): Promise<string> {
  const clip = await readFile(await makeClip(`${file}.small.mp4`, { seconds: 2 }));
  const filler = Buffer.alloc(bytes, 'prahari');
  filler.writeUInt32BE(bytes, 0);
  filler.write('free', 4, 'latin1');
  await writeFile(file, Buffer.concat([clip, filler]));
  return file;
}

/** A line of the browser's own; one session each, as a later one would not undo an earlier. */
async function openLine(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  return (bytesPerSecond: number, offline = false) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
}

test.beforeEach(async ({ page, adminAccount }) => {
  await new SignInPage(page).signIn(adminAccount);
});

test('an upload whose tab was closed continues in a new one, where it stopped', async ({
  page,
  server,
}) => {
  const title = 'Closed in the middle';
  const file = await makeLargeClip(path.join(server.dataDir, 'closed.mp4'), 12 * mebibyte);
  const other = await makeClip(path.join(server.dataDir, 'other.mp4'), { seconds: 1 });
  const uploads = new UploadsPage(page);
  await uploads.open();
  const setLine = await openLine(page);
  // So slow that it is never done before its tab is closed.
  await setLine(300_000);
  await uploads.choose(file, title);
  await uploads.submit();
  const { client } = server.admin;
  const arrived = async () => {
    const { items } = await client.call(endpoints.uploads.unfinished, {});
    return items.find((item) => item.title === title)?.offsetBytes ?? 0;
  };
  await expect.poll(arrived).toBeGreaterThan(0);
  await page.close();
  const offset = await arrived();

  const next = await page.context().newPage();
  const sent: string[] = [];
  const offsets: number[] = [];
  next.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith(collection)) return;
    sent.push(request.method());
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await next.goto('/admin/uploads');
  const again = new UploadsPage(next);
  const row = again.unfinished(title);
  await expect(row).toContainText('closed.mp4');
  expect(await findSeriousFaults(next)).toEqual([]);
  await row.getByLabel('Choose closed.mp4 again').setInputFiles(other);
  await expect(row.getByRole('alert')).toContainText('This isn’t the same file.');
  expect(sent).not.toContain('HEAD');
  await row.getByLabel('Choose closed.mp4 again').setInputFiles(file);
  await expect(row).toBeHidden();
  await again.expectReady(title);
  expect(sent).not.toContain('POST');
  expect(offsets[0]).toBeGreaterThanOrEqual(offset);
});

// In every run: `upload-queue.test.ts`, `send-video.test.ts`, the test above.
test('an upload is paused, survives a lost connection, and shows its progress', {
  tag: '@soak',
}, async ({ page, server }) => {
  const title = 'Over a bad line';
  const file = await makeLargeClip(path.join(server.dataDir, 'line.mp4'), 16 * mebibyte);
  const uploads = new UploadsPage(page);
  await uploads.open();
  const setLine = await openLine(page);
  // So slow that it is never done before the line is dropped.
  await setLine(200_000);
  await uploads.choose(file, title);
  await uploads.submit();
  const row = uploads.queued(title);
  await expect(row).toContainText('Uploading');
  await expect(row).toContainText(/left/);
  await row.getByRole('button', { name: `Pause ${title}` }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('Uploading');

  await setLine(200_000, true);
  await expect(row).toContainText('Reconnecting');
  expect(await findSeriousFaults(page)).toEqual([]);
  await setLine(20_000_000);
  await uploads.expectReady(title);
});

// In every run: `resumable.int.test.ts`.
test('a cancelled upload leaves nothing on the server', { tag: '@soak' }, async ({
  page,
  server,
}) => {
  const title = 'Given up';
  const file = await makeLargeClip(path.join(server.dataDir, 'up.mp4'), 8 * mebibyte);
  const uploads = new UploadsPage(page);
  await uploads.open();
  const setLine = await openLine(page);
  await setLine(200_000);
  await uploads.choose(file, title);
  await uploads.submit();
  const row = uploads.queued(title);
  const list = () => server.admin.client.call(endpoints.uploads.unfinished, {});
  await expect.poll(async () => (await list()).items.length).toBe(1);
  await row.getByRole('button', { name: `Cancel upload of ${title}` }).click();
  await page.getByRole('button', { name: 'Discard the upload' }).click();
  await expect(row).toBeHidden();
  await expect.poll(async () => (await list()).items).toEqual([]);
});
