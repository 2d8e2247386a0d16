import { expect, type Locator, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { type Lesson, publishLesson } from '../client/videos.ts';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { keepPicture } from '../fixtures/keep-picture.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { stopClock } from '../fixtures/stopped-clock.ts';
import { test } from '../fixtures/test.ts';

let lesson: Lesson;
test.beforeAll(async ({ server }) => {
  const asked = { title: 'Two sizes', seconds: 40 };
  lesson = await publishLesson(server.admin.client, server.dataDir, asked);
});

/** Reads what the browser says about the video element itself. */
function readMedia(page: Page) {
  return page.getByTestId('video').evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new TypeError('not a video');
    const { currentTime, playbackRate, volume, muted, paused, videoHeight } = element;
    return { currentTime, playbackRate, volume, muted, paused, videoHeight };
  });
}

/**
 * Counts how often the marks are checked on pages loaded from now on: each check reads the box of the
 * video, and two are half a second apart unless the page provokes one.
 */
async function countMarkChecks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { getBoundingClientRect } = Element.prototype;
    const counted = { checks: 0, lastAtMs: -Infinity };
    Element.prototype.getBoundingClientRect = function countedBox() {
      const nowMs = performance.now();
      if (this instanceof HTMLVideoElement) {
        if (nowMs - counted.lastAtMs > 100) counted.checks += 1;
        counted.lastAtMs = nowMs;
      }
      return getBoundingClientRect.call(this);
    };
    Object.assign(window, { counted });
  });
  return () => page.evaluate(() => Number(Reflect.get(Reflect.get(window, 'counted'), 'checks')));
}

async function findMiddle(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Of a segment, from 1; two seconds each. */
const numberOf = (url: string) => Number(/(\d+)\.m4s$/.exec(new URL(url).pathname)?.[1]);

// In every run: `playback-key.test.ts`; keys that pause, mute and jump in the tests below.
test('the keyboard seeks, changes speed and volume, mutes and pauses', { tag: '@soak' }, async ({
  page,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  const before = await readMedia(page);
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(async () => (await readMedia(page)).currentTime)
    .toBeGreaterThanOrEqual(before.currentTime + 10);
  await page.keyboard.press('>');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('m');
  await page.keyboard.press('k');
  await expect
    .poll(() => readMedia(page))
    .toMatchObject({ playbackRate: 1.25, volume: 0.95, muted: true, paused: true });
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('<');
  await page.keyboard.press('m');
  await page.keyboard.press('k');
  await expect
    .poll(() => readMedia(page))
    .toMatchObject({ playbackRate: 1, muted: false, paused: false });
});

test('Tab reaches every control and stays in the player, and what was done is reported on leaving', async ({
  page,
  learner,
}) => {
  const requests = recordRequests(page);
  const watch = await playLesson(page, learner, lesson);
  await watch.settings.waitFor();
  const controls = page.getByRole('region', { name: 'Video controls' });
  const wanted = await controls.locator('button, input').count();
  expect(wanted).toBeGreaterThan(8);
  const reached = new Set<number>();
  for (let pressed = 0; pressed < wanted + 4; pressed += 1) {
    await page.keyboard.press('Tab');
    const at = await controls.evaluate((region) => {
      const focused = document.activeElement;
      if (!focused?.closest('[data-testid="stage"]')) throw new Error('Tab left the player');
      return [...region.querySelectorAll('button, input')].findIndex(
        (element) => element === focused,
      );
    });
    if (at >= 0) reached.add(at);
  }
  expect(reached.size).toBe(wanted);
  // From the last one to the first.
  await page.getByRole('button', { name: 'Exit fullscreen' }).focus();
  await page.keyboard.press('Tab');
  await expect(controls.locator('button, input').first()).toBeFocused();

  await watch.jumpTo(28.5);
  await expect.poll(async () => (await readMedia(page)).currentTime).toBeGreaterThan(30.5);
  await page.keyboard.press('k');
  await expect.poll(async () => (await readMedia(page)).paused).toBe(true);
  await page.keyboard.press('k');
  await watch.jumpTo(33);
  await expect.poll(async () => (await readMedia(page)).currentTime).toBeGreaterThan(34.5);
  await page.goto('/');
  // Nothing but the page that went away said so.
  const { get } = endpoints.videos;
  const place = () => learner.client.call(get, { params: { id: lesson.id } });
  await expect.poll(async () => (await place()).resumeAtSeconds).toBeGreaterThan(34);
  const told = () => requests.to('/analytics').flatMap((request) => request.postDataJSON().events);
  const names = ['play', 'seek', 'progress', 'pause'];
  await expect
    .poll(() => told().map(({ event }: { event: string }) => event))
    .toEqual(expect.arrayContaining(names));
  const ids = told().map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);

  // The segments that the server could not foresee were named to it, three each time.
  const ahead = requests.to('/prefetch');
  const named = ahead.map((request) => new URL(request.url()).searchParams.get('segments'));
  expect(named.length).toBeGreaterThan(1);
  for (const names of named) expect(names).toMatch(/^([a-z]+\w*\/\d+\.m4s,?){3}$/);
  expect((await ahead[0]?.response())?.status()).toBe(200);
});

test('speed and quality are chosen, hold, and are remembered', async ({ page, learner }) => {
  const watch = await playLesson(page, learner, lesson);
  const heights = await (await watch.openSetting('Quality')).allTextContents();
  await watch.closeMenus();
  expect(heights[0]).toBe('Auto');
  expect(heights.length).toBeGreaterThan(2);
  const lowest = Number.parseInt(heights.at(-1) ?? '', 10);

  await watch.choose('Speed', '1.5×');
  await watch.choose('Quality', `${lowest}p`);
  await expect
    .poll(() => readMedia(page))
    .toMatchObject({ playbackRate: 1.5, videoHeight: lowest, paused: false });

  // Before the page is there again: all that is left of the lesson may be fetched until then.
  const requests = recordRequests(page);
  await page.reload();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  await expect
    .poll(() => readMedia(page))
    .toMatchObject({ playbackRate: 1.5, videoHeight: lowest, paused: false });
  await watch.jumpTo(25);
  await watch.expectPlaying();
  const late = requests.media().filter((request) => request.url().includes('/v'));
  expect(late.length).toBeGreaterThan(0);
  expect(late.at(-1)?.url()).toContain(`/v${lowest}/`);
});

test('a focused button opens the menu by the spacebar, keys choose in it, and the marks stay whole over it', async ({
  page,
  learner,
}) => {
  const incidents = recordIncidents(page);
  const markChecks = await countMarkChecks(page);
  const watch = await playLesson(page, learner, lesson);
  await watch.settings.focus();
  await page.keyboard.press('Space');
  await expect(watch.menus).toHaveCount(1);
  // Letters are of the menu then, and steer nothing.
  await page.keyboard.press('m');
  expect(await readMedia(page)).toMatchObject({ muted: false, paused: false });
  await watch.closeMenus();
  await watch.expectPlaying();

  // Each step begins there: on a slow machine they take longer than the lesson.
  const begin = 1;
  await test.step('a click beside it closes it, and does nothing else', async () => {
    await watch.jumpTo(begin);
    await page.mouse.move(300, 300);
    await watch.settings.click();
    await expect(watch.menus).toHaveCount(1);
    await page.mouse.click(300, 300);
    await expect(watch.menus).toHaveCount(0);
    await watch.expectPlaying();
  });

  await test.step('after a choice by pointer Space pauses, as everywhere', async () => {
    await watch.jumpTo(begin);
    await watch.settings.click();
    await page.getByRole('menuitem', { name: /^Speed / }).click();
    const faster = page.getByRole('menuitemradio', { name: '1.25×', exact: true });
    await expect(faster).toBeInViewport();
    // As a hand does: a pointer that jumps there never moved towards it.
    const { x, y } = await findMiddle(faster);
    await page.mouse.move(x, y, { steps: 12 });
    await page.mouse.click(x, y);
    await expect(watch.menus).toHaveCount(0);
    await page.keyboard.press('Space');
    await expect.poll(() => readMedia(page)).toMatchObject({ paused: true, playbackRate: 1.25 });
    await page.keyboard.press('Space');
    await watch.expectPlaying();
  });

  await test.step('? lists the keys, C and digits work after a click on the bar', async () => {
    await watch.jumpTo(begin);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toBeVisible();
    expect(await findSeriousFaults(page)).toEqual([]);
    await watch.expectPlaying();
    const before = await markChecks();
    await expect
      .poll(markChecks, 'the marks are checked below the help')
      .toBeGreaterThan(before + 2);
    await page.keyboard.press('?');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('k');
    await expect.poll(() => readMedia(page)).toMatchObject({ paused: true });
    await page.getByRole('slider', { name: 'Position in the video' }).click();
    await page.keyboard.press('1');
    await expect.poll(async () => (await readMedia(page)).currentTime).toBeCloseTo(4, 0);
    await page.keyboard.press('m');
    await expect.poll(() => readMedia(page)).toMatchObject({ muted: true });
  });

  const blamed = incidents.filter(({ type }) => /watermark|extension/.test(type));
  expect(blamed).toEqual([]);
});

test('a lesson plays on when its segments are refused on the way, as after a change of network, and the learner jumps', async ({
  page,
  learner,
}) => {
  // As where the browser has much to do: emptying the buffer takes its time.
  await page.addInitScript(() => {
    const { remove } = SourceBuffer.prototype;
    SourceBuffer.prototype.remove = function removeLate(start, end) {
      setTimeout(() => remove.call(this, start, end), 500);
    };
  });
  let isMoved = false;
  const refused: string[] = [];
  const moved = Promise.withResolvers<void>();
  await page.route('**/media/**/*.m4s', async (route) => {
    // Some are left to be fetched after the move, however quickly the player fills its buffer.
    if (numberOf(route.request().url()) > 8) await moved.promise;
    if (!isMoved) return route.continue();
    refused.push(route.request().url());
    return route.fulfill({ status: 403 });
  });
  const asked = Promise.withResolvers<void>();
  const jumped = Promise.withResolvers<void>();
  await page.route('**/manifest/dash**', async (route) => {
    asked.resolve();
    await jumped.promise;
    isMoved = false;
    return route.continue();
  });
  const watch = await playLesson(page, learner, lesson);
  isMoved = true;
  moved.resolve();
  await asked.promise;
  await watch.jumpTo(30);
  jumped.resolve();
  await watch.expectPlaying();
  expect(refused.length).toBeGreaterThan(0);
  await expect(watch.error).toHaveCount(0);
});

test('a picture that waits for its segments says after five seconds what it waits for', async ({
  page,
  learner,
}, testInfo) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/media/**/*.m4s', async (route) => {
    if (numberOf(route.request().url()) > 8) await arrived.promise;
    return route.continue();
  });
  await page.clock.install();
  const watch = await playLesson(page, learner, lesson);
  const reason = page.getByText(
    'The connection is slow. The lesson will resume when more has arrived.',
  );
  await stopClock(page);
  await watch.jumpTo(30);
  await expect(page.getByText('Buffering')).toBeAttached();
  // At once it is only a ring: most waits are over before anybody has read why.
  await page.clock.runFor(4900);
  await expect(reason).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(reason).toBeVisible();
  await keepPicture(page, testInfo, 'stall');
  await page.clock.resume();
  arrived.resolve();
  await expect(reason).toHaveCount(0);
  await watch.expectPlaying();
});
