import { expect, type Locator } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { putCaptions } from '../client/captions.ts';
import { type Lesson, publishLesson } from '../client/videos.ts';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { keepPicture } from '../fixtures/keep-picture.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { stopClock } from '../fixtures/stopped-clock.ts';
import { test } from '../fixtures/test.ts';
import { inMotion } from '../fixtures/watched-test.ts';
import { WatermarkMarks } from '../fixtures/watermark-marks.ts';
import { LibraryPage } from '../page-objects/library-page.ts';

test.use(inMotion);

let lesson: Lesson;
/** Alone with the other in its category: lessons of other specs come and go. */
let following: Lesson;
test.beforeAll(async ({ server }) => {
  const { client } = server.admin;
  lesson = await publishLesson(client, server.dataDir, { title: 'With captions', seconds: 20 });
  following = await publishLesson(client, server.dataDir, { title: 'The eye', seconds: 8 });
  const category = 'Comfort';
  await client.call(endpoints.videos.update, { params: { id: following.id }, body: { category } });
  await client.call(endpoints.videos.update, {
    params: { id: lesson.id },
    body: {
      category,
      description: 'How lenses bend light.',
      chapters: [
        { startSeconds: 0, title: 'Light' },
        { startSeconds: 12, title: 'Lenses' },
      ],
    },
  });
  await putCaptions(client, {
    videoId: lesson.id,
    language: 'hi',
    label: 'हिन्दी',
    text: 'WEBVTT\n\n00:00:00.000 --> 00:00:20.000\nनमस्ते <i>सब</i>\n',
  });
});

test('captions are shown in the chosen language and style, and are remembered', async ({
  page,
  learner,
}, testInfo) => {
  const watch = await playLesson(page, learner, lesson);
  const captions = page.getByTestId('captions');
  await expect(captions).toHaveCount(0);
  // That there are some is known later than what plays.
  await expect(page.getByRole('button', { name: 'Captions', includeHidden: true })).toBeAttached();
  await page.keyboard.press('c');
  await expect(captions).toHaveText('नमस्ते सब');
  // They stay until they were looked at.
  await page.keyboard.press('k');
  expect(await (await WatermarkMarks.of(page)).lyingOn(captions.locator('*'))).toEqual([]);
  const sizeBefore = await captions.evaluate((element) => getComputedStyle(element).fontSize);
  await watch.choose('Captions', 'Very large');
  const size = () => captions.evaluate((element) => getComputedStyle(element).fontSize);
  await expect.poll(size).not.toBe(sizeBefore);
  await watch.choose('Captions', 'Black background');
  await page.reload();
  await watch.enterFullscreen();
  await expect(captions).toHaveText('नमस्ते सब');
  expect(await size()).not.toBe(sizeBefore);

  await test.step('they are a transcript below it, beside the notes', async () => {
    await page.keyboard.press('Escape');
    // It is fetched when one comes near.
    await page.getByRole('region', { name: 'Notes' }).scrollIntoViewIfNeeded();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    const line = transcript.getByRole('button', { name: 'नमस्ते सब' });
    await expect(line).toHaveAttribute('aria-current', 'time');
    await transcript.getByRole('searchbox').fill('नमस्ते');
    await expect(transcript.getByRole('status')).toHaveText('1 line found');
    expect(await findSeriousFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'transcript', { fullPage: true });
    await line.click();
    await expect.poll(() => watch.facts()).toMatchObject({ paused: false, fullscreen: true });
  });

  await page.getByRole('slider', { name: 'Position in the video' }).hover();
  const preview = page.getByTestId('seek-preview');
  await expect(preview).toContainText('Light');
  const edge = async (box: Locator, side: 'top' | 'bottom') =>
    box.evaluate((element, name) => element.getBoundingClientRect()[name], side);
  // The picture of the moment comes from the server.
  await expect(preview.locator('span')).toHaveCount(2);
  // Captions make way while they are seen.
  await expect
    .poll(async () => (await edge(preview, 'top')) - (await edge(captions, 'bottom')))
    .toBeGreaterThan(0);
});

test('chapters have marks and a list to jump by; the bar shows pictures ahead', async ({
  page,
  learner,
}) => {
  const watch = await playLesson(page, learner, lesson);
  await watch.chooseChapter('0:12 Lenses');
  await expect.poll(async () => (await watch.facts()).currentTime).toBeGreaterThanOrEqual(12);
  await watch.expectPlaying();
  // What comes at the end would lie over the bar.
  await page.keyboard.press('k');
  const requests = recordRequests(page);
  await page.getByRole('slider', { name: 'Position in the video' }).hover();
  const preview = page.getByTestId('seek-preview');
  await expect(preview).toContainText('Light');
  await expect.poll(() => requests.to('/storyboard/1.jpg').length).toBeGreaterThan(0);
  // So is title and description: the pointer lies on the player.
  await expect(page.getByRole('heading', { name: lesson.title, level: 2 })).toBeVisible();
  await expect(page.getByText('How lenses bend light.').first()).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);
});

// In every run: `SettingsMenu.test.tsx`; the meter and the lowest quality in other tests of players.
test('the data meter counts, and the data saver plays the lowest quality', {
  tag: '@soak',
}, async ({ page, learner }) => {
  const watch = await playLesson(page, learner, lesson);
  const heights = await (await watch.openSetting('Quality')).allTextContents();
  const meter = page.getByTestId('data-meter');
  await expect(meter).toHaveText(/^[\d.]+ [kM]B · \d+ MB\/hour$/);
  expect(await findSeriousFaults(page)).toEqual([]);
  await watch.closeMenus();
  await watch.jumpTo(1);
  await watch.toggle('Data saver');
  const height = () =>
    page
      .getByTestId('video')
      .evaluate((element) => (element instanceof HTMLVideoElement ? element.videoHeight : 0));
  await expect.poll(height).toBe(Number.parseInt(heights.at(-1) ?? '', 10));
});

test('the next lesson is named before the end and begins in fullscreen; what was watched is completed', async ({
  page,
  learner,
}, testInfo) => {
  await page.clock.install();
  const watch = await playLesson(page, learner, lesson);
  const card = page.getByRole('region', { name: `Up next: ${following.title}` });
  await expect(card).toHaveCount(0);

  await test.step('it can be cancelled', async () => {
    // In a pause, or a slow machine is at the end before it cancels.
    await page.keyboard.press('k');
    await watch.jumpTo(16);
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toHaveCount(0);
    await watch.jumpTo(2);
    await page.keyboard.press('k');
    await watch.expectPlaying();
  });

  await test.step('at the end it counts down, and a key begins it', async () => {
    // From here on seconds pass as the test lets them: the next one would begin while it looks.
    await stopClock(page);
    await watch.jumpTo(19);
    const timer = card.getByRole('timer');
    const timersSoon = async () => {
      await page.clock.runFor(100);
      return timer.count();
    };
    await expect.poll(timersSoon).toBe(1);
    await expect(timer).toHaveText(/^Starts in \d s$/);
    await expect(card.getByRole('button', { name: 'Play now' })).toBeFocused();
    expect(await findSeriousFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'end-card');
    await page.clock.resume();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/watch/${following.id}$`));
    await expect(page.getByRole('heading', { name: following.title, level: 2 })).toBeVisible();
    expect((await watch.facts()).fullscreen).toBe(true);
    await watch.expectPlaying();
  });

  await test.step('nine tenths watched complete it; a jump to the end had not', async () => {
    await page.keyboard.press('k');
    await watch.choose('Speed', '2×');
    await page.keyboard.press('k');
    await expect
      .poll(async () => (await watch.facts()).currentTime)
      .toBeGreaterThan(following.seconds - 0.5);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Completed', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Library' }).first().click();
    const completed = page.getByRole('link').filter({ hasText: 'Completed' });
    await expect(completed).toHaveCount(1);
    await expect(completed).toContainText(following.title);
  });

  await test.step('one that can’t be opened without a connection opens by itself when it is back', async () => {
    await page.context().setOffline(true);
    await new LibraryPage(page).lesson(lesson.title).click();
    await expect(watch.error).toContainText('Network connection lost');
    await page.context().setOffline(false);
    await expect(watch.error).toHaveCount(0);
    await watch.enterFullscreen();
    await watch.jumpTo(2);
    await watch.expectPlaying();
  });
});

test('notes are written in the player, jumped to, changed and deleted with a way back', async ({
  page,
  learner,
}, testInfo) => {
  const incidents = recordIncidents(page);
  const watch = await playLesson(page, learner, lesson);
  await watch.jumpTo(7);
  await watch.expectPlaying();
  await page.keyboard.press('n');
  const composer = page.getByRole('form', { name: /^Note at/ });
  await expect(composer.getByRole('textbox', { name: 'Note' })).toBeFocused();
  // It played on from 0:07 until the key was pressed.
  const title = await composer.getByText(/^Note at/).textContent();
  const at = /0:(?:0[7-9]|1\d)$/.exec(title ?? '')?.[0];
  expect(at).toBeDefined();
  expect(await watch.facts()).toMatchObject({ paused: true, fullscreen: true });
  // Letters and spaces are words here, and steer nothing.
  await page.keyboard.type('make notes जल');
  expect(await findSeriousFaults(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(composer).toHaveCount(0);
  await watch.expectPlaying();
  // In a pause, or a slow machine is at the end before it has looked.
  await page.keyboard.press('k');
  await watch.jumpTo(15);

  await test.step('its mark stands on the bar, says its words and leads to it, and nothing covers the watermark', async () => {
    const mark = page.getByRole('button', { name: `Note at ${at}: make notes जल` });
    await mark.hover();
    const words = page.getByTestId('note-words');
    await expect(words).toContainText('make notes जल');
    expect(await findSeriousFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'note-mark');
    await mark.click();
    await expect.poll(async () => (await watch.facts()).currentTime).toBeLessThan(14);
    await page.keyboard.press('k');
    await watch.expectPlaying();
    expect(incidents.filter(({ type }) => /watermark|extension/.test(type))).toEqual([]);
  });
  await watch.jumpTo(15);
  await page.keyboard.press('Escape');

  const panel = page.getByRole('region', { name: 'Notes' });
  await expect(panel.getByText('make notes जल')).toBeVisible();
  await panel.getByRole('button', { name: `Play from ${at}` }).click();
  await expect.poll(() => watch.facts()).toMatchObject({ paused: false, fullscreen: true });
  expect((await watch.facts()).currentTime).toBeLessThan(14);
  await page.keyboard.press('Escape');

  await panel.getByRole('button', { name: `Edit the note at ${at}` }).click();
  await panel.getByRole('textbox', { name: 'Note' }).fill('changed');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('changed')).toBeVisible();
  await panel.getByRole('button', { name: `Delete the note at ${at}` }).click();
  await expect(panel.getByText('changed')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByText('changed')).toBeVisible();
  expect(await findSeriousFaults(page)).toEqual([]);
});

test('sound alone plays under its slides and the marks, costs little, and is remembered', async ({
  page,
  learner,
}) => {
  const watch = await playLesson(page, learner, lesson);
  const pictureHeight = () =>
    page
      .getByTestId('video')
      .evaluate((element) => (element instanceof HTMLVideoElement ? element.videoHeight : -1));
  const isMoving = async () => {
    const before = (await watch.facts()).currentTime;
    await expect.poll(async () => (await watch.facts()).currentTime).toBeGreaterThan(before + 0.5);
  };
  await watch.toggle('Sound and slides');
  await expect.poll(pictureHeight).toBe(0);
  const requests = recordRequests(page);
  await watch.jumpTo(1);
  await isMoving();
  expect(await watch.facts()).toMatchObject({ paused: false, fullscreen: true });
  expect(requests.media().filter((request) => /\/v\d+\//.test(request.url()))).toEqual([]);
  await test.step('the slide fits the moment, also after a jump', async () => {
    const slide = () => page.getByTestId('video').getAttribute('poster');
    await expect.poll(slide).toMatch(/^blob:/);
    const first = await slide();
    await watch.jumpTo(14);
    await expect.poll(slide).not.toBe(first);
    await watch.jumpTo(1);
    await expect.poll(slide).toBe(first);
    const names = requests.to('/slides/').map((request) => new URL(request.url()).pathname);
    expect(new Set(names).size).toBe(names.length);
  });
  expect((await (await WatermarkMarks.of(page)).texts()).length).toBeGreaterThan(4);
  await watch.openSettings();
  await expect(page.getByTestId('data-meter')).toHaveText(/^[\d.]+ [kM]B · [1-9]\d MB\/hour$/);
  await page.reload();
  await watch.enterFullscreen();
  await isMoving();
  expect(await pictureHeight()).toBe(0);
  await watch.jumpTo(1);
  await watch.choose('Quality', 'Auto');
  await expect.poll(pictureHeight).toBeGreaterThan(0);
  await watch.expectPlaying();
});
