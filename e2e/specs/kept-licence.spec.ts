import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { playLesson } from '../fixtures/play-lesson.ts';
import { test } from '../fixtures/test.ts';
import { startWidevineService, widevineTest } from '../fixtures/widevine-service.ts';
import { standInForWidevine } from '../fixtures/widevine-stand-in.ts';
import { DownloadsPage } from '../page-objects/downloads-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

const { drmAdmin } = endpoints;
const params = { system: 'widevine' } as const;

test.use({ serviceWorkers: 'allow' });

/** Counts what the stand-in for the key system keeps. */
const countKept = (page: Page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('stand-in-licence:')).length,
  );

test('a download plays by a licence that the key system keeps, and takes it along when it is removed', async ({
  server,
  lesson,
  learner,
  page,
  context,
}) => {
  const service = await startWidevineService();
  const { client } = server.admin;
  const { provider, ...secrets } = widevineTest;
  const { licenceUrl } = service;
  const settings = { driver: 'widevine-cloud', licenceUrl, provider, padding: 'pkcs7' } as const;
  const body = { version: 0, enabled: true, settings, fairPlay: null, secrets };
  await client.call(drmAdmin.setProvider, { params, body });
  try {
    await standInForWidevine(context);
    await playLesson(page, learner, lesson);
    expect(await countKept(page)).toBe(0);
    const downloads = new DownloadsPage(page);
    await downloads.download();
    await downloads.expectReady();
    expect(service.licences()).toBe(2);
    expect(await countKept(page)).toBe(1);

    const watch = new WatchPage(page);
    await context.setOffline(true);
    await page.goto('/');
    await downloads.play();
    await watch.enterFullscreen();
    await watch.expectPlaying();
    const { currentTime } = await watch.facts();
    await expect
      .poll(() => watch.facts().then((now) => now.currentTime))
      .toBeGreaterThan(currentTime);
    expect(service.licences()).toBe(2);

    await context.setOffline(false);
    await page.goto('/downloads');
    await downloads.remove();
    await expect.poll(() => countKept(page)).toBe(0);

    // As on most desktops.
    await page.evaluate(() => localStorage.setItem('stand-in-keeps-none', 'true'));
    await page.goto(`/watch/${lesson.id}`);
    await watch.enterFullscreen();
    await watch.expectPlaying();
    await page.evaluate(() => document.exitFullscreen());
    await page.getByRole('heading', { name: 'Notes' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(
      page.getByText('This browser can’t keep the licence of this lesson'),
    ).toBeVisible();
  } finally {
    await client.call(drmAdmin.removeProvider, { params });
    service.stop();
  }
});
