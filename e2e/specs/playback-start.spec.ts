import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import type { Account } from '../client/accounts.ts';
import type { Lesson } from '../client/videos.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { WatermarkMarks } from '../fixtures/watermark-marks.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

// What happens between a click on a lesson and its first picture, on a server with its own rules.

// The client of the test is one device, and the learner sits at two.
const environment = { DEVICES_PER_LEARNER: '3' };
const test = testOnOwnServer({ environment, lessonSeconds: 24 });

async function openLesson(page: Page, learner: Account, { title }: Lesson): Promise<WatchPage> {
  await new SignInPage(page).signIn(learner);
  await new LibraryPage(page).openLesson(title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  return watch;
}

test('a loading lesson says so; a player that can’t be fetched is reported, and Retry fetches it', async ({
  page,
  lesson,
  learner,
}) => {
  const incidents = recordIncidents(page);
  const library = '**/assets/shaka-player*.js';
  let breakOff: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => {
    breakOff = resolve;
  });
  await page.route(library, async (route) => {
    await broken;
    await route.abort();
  });
  const watch = await openLesson(page, learner, lesson);
  await expect(page.getByText('Loading video...', { exact: true })).toBeVisible();
  await expect(page.getByText('Preparing secure playback', { exact: true })).toBeVisible();
  breakOff();
  await expect(watch.error).toContainText('Playback Error');
  await expect(watch.error).toContainText('Failed to load video player');
  await page.unroute(library);
  await watch.error.getByRole('button', { name: 'Retry' }).click();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  // The marks were removed with their picture: that is no tampering.
  expect(incidents.map(({ type }) => type)).not.toContain('watermark_tampered');
});

test('a lesson that plays elsewhere is moved here by a click, and says so there', async ({
  browser,
  server,
  page,
  lesson,
  learner,
}) => {
  const first = await playLesson(page, learner, lesson);
  const elsewhere = await browser.newContext({ baseURL: server.origin });
  try {
    const second = await openLesson(await elsewhere.newPage(), learner, lesson);
    await expect(second.error).toContainText('You are already watching on another device.');
    await second.error.getByRole('button', { name: 'Move playback here' }).click();
    await second.enterFullscreen();
    await second.expectPlaying();
    // From then on it is refused there.
    await first.jumpTo(20);
    await expect(first.error).toContainText('Playback was moved to another device or window.');
    await expect(first.error.getByRole('button', { name: 'Move playback here' })).toBeVisible();
  } finally {
    await elsewhere.close();
  }
});

test('a test is called one on the picture', async ({ server, page, lesson, learner }) => {
  const { version, config } = await server.admin.client.call(endpoints.system.config, {});
  const playback = { ...config.playback, testMode: true };
  await server.admin.client.call(endpoints.system.updateConfig, {
    body: { version, config: { playback } },
  });
  await playLesson(page, learner, lesson);
  expect(await (await WatermarkMarks.of(page)).texts()).toContain('TEST MODE');
});

test('a browser without storage gets advice at the sign-in, and is admitted once it has storage', async ({
  page,
  learner,
}) => {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.assign(window, {
      allow: () => {
        IDBFactory.prototype.open = open;
      },
    });
  });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(learner);
  await expect(signIn.error).toContainText('Allow site data for this address');
  await page.evaluate(() => Reflect.get(window, 'allow')());
  await signIn.submit(learner);
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
});
