import { spawnSync } from 'node:child_process';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { uploadFile, waitForJob } from '../client/videos.ts';
import { makeClip } from '../fixtures/clips.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const mebibyte = 1024 ** 2;
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const test = testOnOwnServer();

// In every run: `full-disk.int.test.ts`, `DiskWaitNote.test.tsx`.
test('a video, then its keys and poster, that meet a full disk show how many bytes are missing, and continue', {
  tag: '@soak',
}, async ({ page, server, adminAccount }) => {
  const { client } = server.admin;
  const work = path.join(server.dataDir, 'work');
  await mkdir(work, { recursive: true });
  const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=200m', 'none', work);
  // biome-ignore lint/suspicious/noSkippedTests: only where mounting is not allowed
  test.skip(!isMounted, 'no right to mount a file system');
  try {
    const other = path.join(work, 'other');
    await writeFile(other, Buffer.alloc(200 * mebibyte - 24 * 1024));
    await new SignInPage(page).signIn(adminAccount);
    const clip = await makeClip(path.join(server.dataDir, 'job.mp4'), { seconds: 6 });
    const { id, videoId } = await uploadFile(client, 'Lenses', clip);
    await page.goto('/admin/uploads');
    // Without a reload: the page polls by itself.
    const item = page.getByRole('listitem').filter({ hasText: 'Lenses' }).first();
    await expect(item).toContainText('Waiting for disk space: 67.1 MB missing.', {
      timeout: 120_000,
    });
    expect(await lookAt(page)).toEqual([]);
    await page.getByRole('link', { name: 'Lenses', exact: true }).click();
    const standing = page.getByRole('status').filter({ hasText: 'Waiting for disk space' });
    await expect(standing).toBeVisible();
    expect(await lookAt(page)).toEqual([]);

    await truncate(other, 180 * mebibyte);
    await expect(page.getByText(/Waiting for disk space: 4\d\.?\d? MB missing/)).toBeVisible({
      timeout: 120_000,
    });
    await rm(other);
    await expect(page.getByText('Waiting for disk space')).toHaveCount(0, { timeout: 120_000 });
    expect(await waitForJob(client, id)).toMatchObject({ state: 'completed', diskWait: null });
    const job = await client.call(endpoints.uploads.job, { params: { id } });
    expect(job).toMatchObject({ attempts: 1 });

    // Its keys wait in the same way, and its page says so.
    await writeFile(other, Buffer.alloc(200 * mebibyte - 4096));
    await page.goto(`/admin/videos/${videoId}?tab=pictures`);
    const params = { id: videoId };
    await client.call(endpoints.videos.renewKeys, { params });
    await client.call(endpoints.videos.choosePoster, { params, body: { atSeconds: 1 } });
    await page.reload();
    const missing = page.getByRole('status').filter({ hasText: '67.1 MB missing' });
    await expect(missing).toHaveCount(1, { timeout: 120_000 });
    await page.getByRole('tab', { name: 'Encryption keys' }).click();
    await expect(missing).toHaveCount(1, { timeout: 120_000 });
    expect(await lookAt(page)).toEqual([]);
    await rm(other);
    await expect(page.getByText(/^Renewed /)).toBeVisible({ timeout: 120_000 });
    await expect(missing).toHaveCount(0, { timeout: 120_000 });
  } finally {
    run('umount', '-l', work);
  }
});
