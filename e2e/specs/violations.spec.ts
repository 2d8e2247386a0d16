import { expect } from '@playwright/test';
import { findAllFaults } from '../fixtures/accessibility.ts';
import { keepPicture } from '../fixtures/keep-picture.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { expectTextSoon, stopClock } from '../fixtures/stopped-clock.ts';
import { test } from '../fixtures/test.ts';
import { inMotion } from '../fixtures/watched-test.ts';

test.use(inMotion);

/** The ladder of section 4: its titles in both languages. */
const titles = {
  en: ['SECURITY WARNING', 'SECURITY VIOLATION DETECTED', 'ACCESS TERMINATED'],
  hi: ['सुरक्षा चेतावनी', 'सुरक्षा उल्लंघन पाया गया', 'पहुँच समाप्त'],
} as const;

test('three steps: two warnings that pause and mute, then the end of access, which a reload keeps', async ({
  page,
  lesson,
  learner,
}, testInfo) => {
  await page.clock.install();
  const incidents = recordIncidents(page);
  const requests = recordRequests(page);
  const watch = await playLesson(page, learner, lesson);
  const [first, second, third] = titles.en;

  await test.step('a key that is pressed by mistake is prevented and kept, and warns of nothing', async () => {
    await page.keyboard.press('F9');
    await expect.poll(() => incidents.map(({ metadata }) => metadata['hotkey'])).toContain('F9');
    await expect(watch.security).toHaveCount(0);
    await watch.expectPlaying();
  });

  await test.step('again within a minute it is the first: it pauses and mutes, and is named', async () => {
    await stopClock(page);
    await page.keyboard.press('F9');
    await expect(watch.security).toContainText(first);
    await expectTextSoon(page, watch.security, 'F9 was pressed');
    await expect(watch.security).toContainText('first warning');
    await keepPicture(page, testInfo, 'first-en');
    expect(await watch.facts()).toMatchObject({ paused: true, muted: true });
    await page.keyboard.press('Space');
    expect(await findAllFaults(page)).toEqual([]);
  });

  await test.step('a click or a key ends it sooner', async () => {
    // Space pressed nothing but what has the focus: the dialog, which is no button.
    await expect(watch.security).toBeVisible();
    await watch.security.click({ position: { x: 20, y: 20 } });
    await expect(watch.security).toHaveCount(0);
    await page.clock.resume();
    await watch.expectPlaying();
    expect(await watch.facts()).toMatchObject({ muted: false });
  });

  await test.step('the second lasts fifteen seconds, in spite of clicks', async () => {
    await stopClock(page);
    await page.keyboard.press('Alt+r');
    await expect(watch.security).toContainText(second);
    await expectTextSoon(page, watch.security, 'Alt+R was pressed');
    await expect(watch.security).toContainText('second warning');
    await watch.security.click({ position: { x: 20, y: 20 } });
    expect(await watch.facts()).toMatchObject({ paused: true, muted: true });
    await page.clock.fastForward(10_000);
    await expect(watch.security).toContainText(second);
    await keepPicture(page, testInfo, 'second-en');
    await page.clock.fastForward(5100);
    await expect(watch.security).toHaveCount(0);
    await page.clock.resume();
    await watch.expectPlaying();
    expect(await watch.facts()).toMatchObject({ muted: false });
  });

  await test.step('the third stops at the start, without controls', async () => {
    await page.keyboard.press('Control+Shift+R');
    await expect(watch.security).toContainText(third);
    await expect(watch.security).toContainText('Ctrl+Shift+R was pressed');
    await expect(watch.security).toContainText('Access termination');
    await expect(page.getByRole('region', { name: 'Video controls' })).toHaveCount(0);
    await expect
      .poll(() => watch.facts())
      .toMatchObject({ paused: true, currentTime: 0, muted: true });
    await page.keyboard.press('Space');
    await page.keyboard.press('k');
    expect(await watch.facts()).toMatchObject({ paused: true });
    // Segments already fetched are dropped.
    const ready = () =>
      page.getByTestId('video').evaluate((video) => Reflect.get(video, 'readyState'));
    await expect.poll(ready).toBe(0);
    expect(await findAllFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'third-en');
  });

  await test.step('detection is over, and calls that capture are refused', async () => {
    const counted = () => incidents.filter(({ type }) => type === 'blocked_hotkey');
    await expect.poll(() => counted().length).toBe(4);
    const refusals = await page.evaluate(async () => {
      const refusalOf = (error: unknown) => (error instanceof Error ? error.name : 'no error');
      const { stream } = new AudioContext().createMediaStreamDestination();
      const recorder = new MediaRecorder(stream);
      let start = 'started';
      try {
        recorder.start();
      } catch (error) {
        start = refusalOf(error);
      }
      const screen = await navigator.mediaDevices.getDisplayMedia().then(() => 'given', refusalOf);
      return { start, screen };
    });
    expect(refusals).toEqual({ start: 'NotAllowedError', screen: 'NotAllowedError' });
    await page.keyboard.press('F9');
    await page.clock.fastForward(6000);
    expect(counted().map(({ warningCount }) => warningCount)).toEqual([0, 0, 1, 2]);
    expect(incidents.map(({ type }) => type)).not.toContain('screen_capture_api');
  });

  await test.step('the server keeps it over a reload', async () => {
    await page.reload();
    await expect(watch.security).toContainText(third);
    await expect(page.getByTestId('video')).toHaveCount(0);
    const answer = await requests.to('/stream').at(-1)?.response();
    expect(answer?.status()).toBe(403);
    expect(await findAllFaults(page)).toEqual([]);
  });

  await test.step('a review is asked for by the keyboard, once, and the library says so', async () => {
    await page.getByRole('button', { name: 'Ask for a review' }).press('Enter');
    await page.keyboard.type('My brother pressed a key');
    expect(await findAllFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(watch.security).toContainText('Review requested');
    await page.reload();
    await expect(watch.security).toContainText('Review requested');
    await expect(page.getByRole('button', { name: 'Ask for a review' })).toHaveCount(0);
    await watch.security.getByRole('link').click();
    const card = page.getByRole('link', { name: lesson.title });
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('Blocked');
    await expect(card).toContainText('Review requested');
    expect(await findAllFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'library');
  });
});

// In every run: the first test, `catalogue.test.ts`.
test(
  'in Hindi too, and a reload in between starts nothing again',
  { tag: '@soak' },
  async ({ page, lesson, learner }, testInfo) => {
    await page.clock.install();
    const watch = await playLesson(page, learner, lesson);
    await page.keyboard.press('F10');
    await expect(watch.security).toContainText(titles.en[0]);
    await page.evaluate(() => localStorage.setItem('prahari.language', 'hi'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await page.getByRole('button', { name: 'चलाने के लिए पूरी स्क्रीन करें' }).click();
    await watch.expectPlaying();
    await page.keyboard.press('F10');
    await expect(watch.security).toContainText(titles.hi[1]);
    await expect(watch.security).toContainText('F10 दबाया गया');
    expect(await findAllFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'second-hi');
    await page.clock.fastForward(15_100);
    await watch.expectPlaying();
    await page.keyboard.press('F10');
    await expect(watch.security).toContainText(titles.hi[2]);
    expect(await findAllFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'third-hi');
  },
);

test('ten seconds end the first warning; sound waits until the recording stops', async ({
  page,
  lesson,
  learner,
}, testInfo) => {
  await page.clock.install();
  const incidents = recordIncidents(page);
  const watch = await playLesson(page, learner, lesson);
  await page.evaluate(() => localStorage.setItem('prahari.language', 'hi'));
  await stopClock(page);
  await page.evaluate(() => {
    const { stream } = new AudioContext().createMediaStreamDestination();
    const recorder = new MediaRecorder(stream);
    recorder.start();
    Object.assign(window, { stopRecording: () => recorder.stop() });
  });
  await expect(watch.security).toContainText(titles.en[0]);
  await expectTextSoon(page, watch.security, 'A recording was started');
  await page.clock.fastForward(5000);
  await expect(watch.security).toBeVisible();
  await keepPicture(page, testInfo, 'first');
  await page.clock.fastForward(5100);
  await expect(watch.security).toHaveCount(0);
  await page.clock.resume();
  await watch.expectPlaying();
  expect(await watch.facts()).toMatchObject({ muted: true });
  // Sound turned on in the meantime is muted again.
  await page.keyboard.press('m');
  await expect.poll(() => watch.facts()).toMatchObject({ muted: true });
  await page.evaluate(() => Reflect.apply(Reflect.get(window, 'stopRecording'), null, []));
  await expect.poll(() => watch.facts()).toMatchObject({ muted: false, paused: false });
  await page.clock.fastForward(5100);
  await expect
    .poll(() => incidents.map(({ type }) => type))
    .toEqual(expect.arrayContaining(['media_recorder', 'recording_stopped']));
});

test('guesses are noted and never warn, however many', async ({ page, lesson, learner }) => {
  await page.clock.install();
  const incidents = recordIncidents(page);
  const watch = await playLesson(page, learner, lesson);
  await page.evaluate(() => {
    Object.defineProperty(window, 'outerWidth', { get: () => window.innerWidth + 400 });
    for (let count = 0; count < 20; count += 1) window.dispatchEvent(new Event('blur'));
    document.body.append(document.createElement('iframe'));
  });
  await page.getByTestId('video').click({ button: 'right', position: { x: 200, y: 200 } });
  await page.clock.runFor(11_000);
  await expect
    .poll(() => incidents.map(({ type }) => type))
    .toEqual(
      expect.arrayContaining([
        ...['window_size_difference', 'window_blurred', 'context_menu', 'extension_interference'],
      ]),
    );
  expect(incidents.every(({ confidence }) => confidence === 'low')).toBe(true);
  await expect(watch.security).toHaveCount(0);
  await watch.expectPlaying();
});

// In every run: `incident-outbox.test.ts`.
test('what happened offline is reported when the network is back', { tag: '@soak' }, async ({
  page,
  lesson,
  learner,
}) => {
  await page.clock.install();
  const incidents = recordIncidents(page);
  const watch = await playLesson(page, learner, lesson);
  await page.context().setOffline(true);
  await page.keyboard.press('F10');
  await expect(watch.security).toContainText(titles.en[0]);
  await page.clock.fastForward(6000);
  const kept = () => page.evaluate(() => localStorage.getItem('prahari.incidents') ?? '');
  await expect.poll(kept).toContain('blocked_hotkey');
  await page.context().setOffline(false);
  await page.clock.fastForward(5100);
  await expect.poll(() => incidents.map(({ type }) => type)).toContain('blocked_hotkey');
  await expect.poll(kept).not.toContain('blocked_hotkey');
  expect(new Set(incidents.map(({ id }) => id)).size).toBe(incidents.length);
});
