import { expect } from '@playwright/test';
import { openRealTabs } from '../fixtures/real-tabs.ts';
import { test } from '../fixtures/test.ts';
import { openWholeBrowser } from '../fixtures/whole-browser.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

/** Section 2 of the specification, 'Video player', sentence by sentence. */
test('fullscreen: the overlay in its words, and what enters, leaves, pauses and resumes', async ({
  launchOptions,
  server,
  lesson,
  learner,
}) => {
  await using whole = await openWholeBrowser(launchOptions, server.origin);
  const { page } = whole;
  const watch = new WatchPage(page);
  await new SignInPage(page).signIn(learner);
  await new LibraryPage(page).openLesson(lesson.title);
  await watch.confirmPassword(learner.password);

  await test.step('outside fullscreen an overlay says so', async () => {
    for (const text of [
      'Fullscreen Required',
      'This video can only be played in fullscreen mode for security reasons.',
      'Enter Fullscreen to Play',
      'Click the button above or press F11 to enter fullscreen mode',
    ]) {
      await expect(watch.overlay.getByText(text, { exact: true })).toBeVisible();
    }
  });

  await test.step('what plays without it is paused', async () => {
    await watch.frame.evaluate((frame) => {
      frame.requestFullscreen = () => Promise.reject(new TypeError('denied'));
      const video = frame.querySelector('video');
      video?.play().catch(() => undefined);
    });
    await expect.poll(() => watch.facts()).toMatchObject({ paused: true, fullscreen: false });
    await watch.frame.evaluate((frame) => Reflect.deleteProperty(frame, 'requestFullscreen'));
  });

  await test.step('play forces fullscreen and starts there', async () => {
    await watch.enterFullscreen();
    await watch.expectPlaying();
    await expect(watch.overlay).toHaveCount(0);
  });

  await test.step('Space toggles play in fullscreen', async () => {
    await page.keyboard.press('Space');
    await expect.poll(() => watch.facts()).toMatchObject({ paused: true, fullscreen: true });
    await page.keyboard.press('Space');
    await watch.expectPlaying();
  });

  await test.step('F11 leaves, which pauses, and enters again', async () => {
    await page.keyboard.press('F11');
    await expect(watch.overlay).toBeVisible();
    expect(await watch.facts()).toMatchObject({ paused: true, fullscreen: false });
    await page.keyboard.press('Space');
    expect(await watch.facts()).toMatchObject({ paused: true });
    await page.keyboard.press('F11');
    await expect.poll(() => watch.facts()).toMatchObject({ fullscreen: true, paused: true });
    // While it is there, keys play nothing.
    await expect(watch.overlay).toBeHidden();
  });

  await test.step('neither another display nor a dialog of the browser ends it', async () => {
    await page.keyboard.press('Space');
    await page.setViewportSize({ width: 1920, height: 1080 });
    await watch.expectPlaying();
    page.once('dialog', (dialog) => dialog.accept());
    await page.evaluate(() => window.alert('Something else'));
    await watch.expectPlaying();
    expect((await watch.facts()).fullscreen).toBe(true);
  });

  await test.step('Escape leaves', async () => {
    await page.keyboard.press('Escape');
    await expect.poll(() => watch.facts()).toMatchObject({ fullscreen: false });
  });

  await test.step('if fullscreen can not be entered, nothing plays', async () => {
    await watch.frame.evaluate((frame) => {
      frame.requestFullscreen = () => Promise.reject(new TypeError('denied'));
    });
    await watch.overlay.getByRole('button', { name: 'Enter Fullscreen to Play' }).click();
    await expect.poll(() => watch.facts()).toMatchObject({ fullscreen: false, paused: true });
  });
});

test('in a hidden tab nothing plays, and it continues when it is visible again', async ({
  launchOptions,
  server,
  lesson,
  learner,
}) => {
  await using tabs = await openRealTabs(launchOptions);
  const page = await tabs.context.newPage();
  await page.goto(`${server.origin}/login`);
  await new SignInPage(page).submit(learner);
  await new LibraryPage(page).openLesson(lesson.title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  await watch.enterFullscreen();
  await watch.expectPlaying();

  const other = await tabs.context.newPage();
  await other.bringToFront();
  await expect.poll(() => watch.facts()).toMatchObject({ paused: true });
  expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
  const before = await watch.facts();
  await page.bringToFront();
  const enter = watch.overlay.getByRole('button', { name: 'Enter Fullscreen to Play' });
  const since = async () => {
    // Chromium may leave fullscreen for another tab, sooner or later: then the overlay waits for its
    // click. It may also come back by itself, which takes the overlay away before the click.
    if (await watch.overlay.isVisible())
      await enter.click({ timeout: 2_000 }).catch(() => undefined);
    const { decodedFrames, currentTime } = await watch.facts();
    return Math.min(decodedFrames - before.decodedFrames, currentTime - before.currentTime);
  };
  await expect.poll(since, 'frames decoded and seconds played').toBeGreaterThan(0);
});

test('progress, title on hover, and what is blocked on the video', async ({
  page,
  lesson,
  played: { incidents, watch },
}) => {
  await test.step('a progress bar shows where the video is', async () => {
    const bar = page.getByRole('slider', { name: 'Position in the video' });
    await expect(bar).toBeVisible();
    await watch.seekForward(3);
    await expect.poll(() => bar.inputValue().then(Number)).toBeGreaterThanOrEqual(3);
  });

  await test.step('the title appears on hover', async () => {
    await page.mouse.move(640, 400);
    await page.mouse.move(650, 410);
    await expect(page.getByRole('heading', { name: lesson.title, level: 2 })).toBeVisible();
  });

  await test.step('right-click, selection and dragging do nothing', async () => {
    const prevented = await page.getByTestId('video').evaluate((video) =>
      ['contextmenu', 'selectstart', 'dragstart', 'copy'].map((name) => {
        const event = new Event(name, { bubbles: true, cancelable: true });
        return !video.dispatchEvent(event);
      }),
    );
    expect(prevented).toEqual([true, true, true, true]);
    await page.evaluate(() => {
      window.addEventListener('contextmenu', ({ defaultPrevented }) => {
        Object.assign(window, { isMenuPrevented: defaultPrevented });
      });
    });
    await page.mouse.click(640, 400, { button: 'right' });
    expect(await page.evaluate(() => Reflect.get(window, 'isMenuPrevented'))).toBe(true);
    await page.mouse.move(600, 380);
    await page.mouse.down();
    await page.mouse.move(700, 420, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(window.getSelection()))).toBe('');
  });

  await test.step('F12 and its like are prevented, on the page with no blame', async () => {
    await page.keyboard.press('Escape');
    await expect(watch.overlay).toBeVisible();
    await page.evaluate(() => {
      const free: string[] = [];
      window.addEventListener('keydown', (event) => {
        if (!event.defaultPrevented) free.push(event.key);
      });
      Object.assign(window, { free });
    });
    for (const hotkey of ['F12', 'Control+Shift+I', 'Control+Shift+J', 'Control+u', 'F9']) {
      await page.keyboard.press(hotkey);
    }
    const free = await page.evaluate(() => Reflect.get(window, 'free'));
    expect(free).toContain('F9');
    for (const key of ['F12', 'I', 'J', 'u']) expect(free).not.toContain(key);
    await expect(watch.security).toHaveCount(0);
    await expect
      .poll(() => incidents.find(({ type }) => type === 'blocked_hotkey')?.confidence)
      .toBe('low');
  });
});
