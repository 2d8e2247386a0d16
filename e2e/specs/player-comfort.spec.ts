import { expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { putCaptions } from '../client/captions.ts';
import { type Lesson, publishLesson } from '../client/lectures.ts';
import { seriousFindings } from '../fixtures/accessibility.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { test } from '../fixtures/test.ts';

let lesson: Lesson;
test.beforeAll(async ({ server }) => {
  const { client } = server.admin;
  lesson = await publishLesson(client, server.dataDir, { title: 'With captions', seconds: 20 });
  await client.call(endpoints.videos.update, {
    params: { id: lesson.id },
    body: {
      chapters: [
        { startSeconds: 0, title: 'Light' },
        { startSeconds: 12, title: 'Lenses' },
      ],
    },
  });
  await putCaptions(client, {
    ...{ videoId: lesson.id, language: 'hi', label: 'हिन्दी' },
    text: 'WEBVTT\n\n00:00:00.000 --> 00:00:20.000\nनमस्ते <i>सब</i>\n',
  });
});

test('captions are shown in the chosen language and style, and are remembered', async ({
  page,
  learner,
}) => {
  const watch = await playLesson(page, learner, lesson);
  const captions = page.getByTestId('captions');
  await expect(captions).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Captions', exact: true }).selectOption('हिन्दी');
  await expect(captions).toHaveText('नमस्ते सब');
  const sizeBefore = await captions.evaluate((element) => getComputedStyle(element).fontSize);
  await page.getByRole('combobox', { name: 'Size of captions' }).selectOption('Very large');
  const size = () => captions.evaluate((element) => getComputedStyle(element).fontSize);
  await expect.poll(size).not.toBe(sizeBefore);
  await page
    .getByRole('combobox', { name: 'Background of captions' })
    .selectOption('Black background');
  await page.reload();
  await watch.enterFullscreen();
  await expect(captions).toHaveText('नमस्ते सब');
  expect(await size()).not.toBe(sizeBefore);
});

test('chapters have marks and a list to jump by; the bar shows pictures ahead', async ({
  page,
  learner,
}) => {
  const watch = await playLesson(page, learner, lesson);
  await page.getByRole('combobox', { name: 'Chapters' }).selectOption('0:12 Lenses');
  await expect.poll(async () => (await watch.facts()).currentTime).toBeGreaterThanOrEqual(12);
  await watch.expectPlaying();
  const requests = recordRequests(page);
  await page.getByRole('slider', { name: 'Position in the video' }).hover();
  const preview = page.getByTestId('seek-preview');
  await expect(preview).toContainText('Light');
  await expect.poll(() => requests.to('/storyboard/1.jpg').length).toBeGreaterThan(0);
  expect(await seriousFindings(page)).toEqual([]);
});

test('the data meter counts, and the data saver plays the lowest quality', async ({
  page,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  const meter = page.getByTestId('data-meter');
  await expect(meter).toHaveText(/^[\d.]+ MB · \d+ MB\/hour$/);
  const quality = page.getByRole('combobox', { name: 'Quality' });
  const heights = await quality.getByRole('option').allTextContents();
  await quality.selectOption('Data saver');
  const height = () =>
    page
      .getByTestId('video')
      .evaluate((element) => (element instanceof HTMLVideoElement ? element.videoHeight : 0));
  await expect.poll(height).toBe(Number.parseInt(heights.at(-1) ?? '', 10));
});
