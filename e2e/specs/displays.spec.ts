import { type CDPSession, expect, type Page } from '@playwright/test';
import { openRealTabs } from '../fixtures/real-tabs.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

/** Right of the first, which is 1920 wide. */
const second = { left: 1920, top: 0, width: 1366, height: 768 };

async function attachSecond(session: CDPSession): Promise<{ remove(): Promise<void> }> {
  const { screenInfo } = await session.send('Emulation.addScreen', second);
  return {
    remove: async () => {
      await session.send('Emulation.removeScreen', { screenId: screenInfo.id });
    },
  };
}

async function moveWindow(session: CDPSession, left: number): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const bounds = { left, top: 20, width: 1300, height: 700 };
  await session.send('Browser.setWindowBounds', { windowId, bounds });
}

/** As the keys of a desktop do, which leave it in full screen. Text: the types know no such call. */
async function moveInFullscreen(page: Page, left: number): Promise<void> {
  await page.evaluate(`(async () => {
    const { screens } = await getScreenDetails();
    const screen = screens.find(({ availLeft }) => availLeft === ${left});
    await document.fullscreenElement.requestFullscreen({ screen });
  })()`);
}

/** The display that is filled, by its left edge and its size, and what of it the lesson covers. */
function measureFilled(page: Page) {
  return page.evaluate(() => {
    const { width, height } = document.querySelector('video')?.getBoundingClientRect() ?? {};
    return { left: Reflect.get(screen, 'availLeft'), width, height };
  });
}

// In every run: `surroundings.test.ts`.
test('displays that are added, removed and take the window over: full screen works as usual, and no incident', {
  tag: '@soak',
}, async ({ launchOptions, server, lesson, learner }) => {
  await using tabs = await openRealTabs(launchOptions);
  const page = await tabs.context.newPage();
  const incidents = recordIncidents(page);
  const session = await tabs.context.newCDPSession(page);
  const { origin } = server;
  await session.send('Browser.grantPermissions', { origin, permissions: ['windowManagement'] });
  await page.goto(`${origin}/login`);
  await new SignInPage(page).submit(learner);
  await new LibraryPage(page).openLesson(lesson.title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  await watch.enterFullscreen();
  await watch.expectPlaying();
  const noted = () => incidents.filter(({ type }) => type === 'second_display');

  const display =
    await test.step('one that is attached in play is noted, and nothing stops', async () => {
      const attached = await attachSecond(session);
      await expect.poll(noted).toEqual([expect.objectContaining({ confidence: 'low' })]);
      await watch.jumpTo(1);
      await watch.expectPlaying();
      expect((await watch.facts()).fullscreen).toBe(true);
      return attached;
    });

  await test.step('moved to the other one in full screen it plays on', async () => {
    await watch.jumpTo(1);
    await moveInFullscreen(page, second.left);
    await expect.poll(() => measureFilled(page)).toEqual({ left: 1920, width: 1366, height: 768 });
    await watch.expectPlaying();
    await moveInFullscreen(page, 0);
    await expect.poll(() => measureFilled(page)).toEqual({ left: 0, width: 1920, height: 1080 });
    await watch.expectPlaying();
  });

  await test.step('a window that loses full screen by the move waits for its click', async () => {
    await watch.jumpTo(1);
    await moveWindow(session, 1940);
    await expect(watch.overlay).toBeVisible();
    await expect.poll(() => watch.facts()).toMatchObject({ paused: true, fullscreen: false });
    // The first only made a window of it again, where it was.
    await moveWindow(session, 1940);
    await watch.enterFullscreen();
    await expect.poll(() => measureFilled(page)).toEqual({ left: 1920, width: 1366, height: 768 });
    await watch.expectPlaying();
  });

  await test.step('the display that it fills is removed: it keeps playing, in full screen', async () => {
    await watch.jumpTo(1);
    await display.remove();
    await expect.poll(() => page.evaluate(() => Reflect.get(screen, 'isExtended'))).toBe(false);
    await watch.expectPlaying();
    expect((await watch.facts()).fullscreen).toBe(true);
  });

  await expect(watch.security).toHaveCount(0);
});
