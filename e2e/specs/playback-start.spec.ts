import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { type BodyOf, endpoints } from '@prahari/contract';
import type { Account } from '../client/accounts.ts';
import type { Lesson } from '../client/videos.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { WatermarkMarks } from '../fixtures/watermark-marks.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

// What happens between a click on a lesson and its first picture, on a server with its own rules.

// The client of the test is one device, and the learner sits at two.
const environment = {
  DEVICES_PER_LEARNER: '3',
  PLAYER_BUFFERING_GOAL_SECONDS: '4',
  SEGMENT_CACHE: 'off',
};
const test = testOnOwnServer({ environment, lessonSeconds: 24 });

async function openLesson(page: Page, learner: Account, { title }: Lesson): Promise<WatchPage> {
  await new LibraryPage(page).openLesson(title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  return watch;
}

type Told = Extract<BodyOf<typeof endpoints.videos.analytics>, { events: unknown }>['events'];

/** Goes first: administrators see the starts of all tests together. */
test('what the start waited for, a stall and the pictures are told, and shown to administrators', async ({
  server,
  page,
  lesson,
  learner,
}) => {
  const requests = recordRequests(page);
  const findTold = (name: string) =>
    requests
      .to('/analytics')
      .flatMap((request): Told => request.postDataJSON().events)
      .find(({ event }) => event === name)?.detail;
  const licenceMs = 1500;
  await page.route('**/drm/clearkey/license**', async (route) => {
    const answer = await route.fetch();
    await delay(licenceMs);
    await route.fulfill({ response: answer });
  });
  let release: () => void = () => undefined;
  let held: Promise<void> | undefined;
  await page.route('**/media/**/*.m4s', async (route) => {
    await held;
    await route.continue();
  });
  const watch = await playLesson(page, learner, lesson);
  await expect.poll(() => findTold('play')).toMatchObject({ startMs: expect.any(String) });
  const start = Object.fromEntries(
    Object.entries(findTold('play') ?? {}).map(([name, value]) => [name, Number(value)]),
  );
  const { startMs = 0, answerMs = 0, manifestMs = 0, segmentsMs = 0 } = start;
  // It is asked for at the click, beside everything else.
  expect(answerMs).toBeGreaterThan(0);
  expect(start['licenceMs']).toBeGreaterThan(0);
  expect(startMs).toBeGreaterThanOrEqual(licenceMs);
  const parts = answerMs + manifestMs + segmentsMs + (start['licenceMs'] ?? 0);
  expect(parts).toBeLessThanOrEqual(startMs);

  held = new Promise((resolve) => {
    release = resolve;
  });
  const words = page.getByRole('status');
  await expect(words.filter({ hasText: 'Buffering' })).toBeVisible({ timeout: 30_000 });
  const stoodAtMs = Date.now();
  await expect(words.filter({ hasText: 'The connection is slow' })).toBeVisible();
  const stallMs = Date.now() - stoodAtMs;
  expect(findTold('rebuffer')).toBeUndefined();
  release();
  await expect.poll(() => findTold('rebuffer')?.['stallMs']).toMatch(/^\d+$/);
  expect(Number(findTold('rebuffer')?.['stallMs'])).toBeGreaterThanOrEqual(stallMs);

  // A busy machine shows few pictures a second.
  const manyFrames = 50;
  await expect
    .poll(() => watch.facts().then(({ decodedFrames }) => decodedFrames))
    .toBeGreaterThan(manyFrames);
  await page.keyboard.press('k');
  await expect.poll(() => Number(findTold('pause')?.['frames'])).toBeGreaterThan(manyFrames / 2);
  expect(Number(findTold('pause')?.['kbps'])).toBeGreaterThan(0);
  const report = () =>
    server.admin.client.call(endpoints.playbackReports.quality, { query: { timeRange: '1h' } });
  await expect
    .poll(async () => (await report()).all, { timeout: 30_000 })
    .toMatchObject({ starts: 1, droppedRatio: expect.any(Number) });
  const { all } = await report();
  expect(all.startParts).toMatchObject({ answer: answerMs, manifest: manifestMs });
  expect(all.rebufferRatio).toBeGreaterThan(0);
  expect(all.meanKbps).toBeGreaterThan(0);
});

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
  await new SignInPage(page).signIn(learner);
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
  const elsewhere = await browser.newContext({ baseURL: server.origin });
  try {
    const there = await elsewhere.newPage();
    // Before the lesson plays, which must not end meanwhile, and paused would be in no one's way.
    await new SignInPage(there).signIn(learner);
    const first = await playLesson(page, learner, lesson);
    const second = await openLesson(there, learner, lesson);
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

test.describe('where no segments are to be kept', () => {
  test.use({ serviceWorkers: 'allow' });

  test('none are, and those of before go', async ({ page, lesson, learner }) => {
    await new SignInPage(page).signIn(learner);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await page.evaluate(async () => {
      const before = await caches.open('prahari-segments-v1/of-before');
      await before.put('/kept-segments/1', new Response('of before'));
    });
    const watch = await openLesson(page, learner, lesson);
    await watch.enterFullscreen();
    await watch.expectPlaying();
    const listKept = () =>
      page.evaluate(async () =>
        (await caches.keys()).filter((name) => name.startsWith('prahari-segments-')),
      );
    await expect.poll(listKept).toEqual([]);
    await watch.expectPlaying();
    expect(await listKept()).toEqual([]);
  });
});
