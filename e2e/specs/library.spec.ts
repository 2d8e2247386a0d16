import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { openPlayback } from '../client/playback.ts';
import { publishLesson } from '../client/videos.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { type SharedServer, test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const { videos } = endpoints;

/** Two lessons that differ in everything that the library filters by. */
async function publishTwoLessons({ admin, dataDir }: SharedServer) {
  const water = await publishLesson(admin.client, dataDir, { title: 'जल चक्र', seconds: 8 });
  const optics = await publishLesson(admin.client, dataDir, { title: 'Mirrors', seconds: 6 });
  await admin.client.call(videos.update, {
    params: { id: water.id },
    body: {
      category: 'भूगोल',
      tags: ['rain'],
      difficulty: 'beginner',
      type: 'lecture',
      language: 'hi',
    },
  });
  await admin.client.call(videos.update, {
    params: { id: optics.id },
    body: { category: 'Optics', tags: ['light'], difficulty: 'advanced', type: 'practical' },
  });
  return { water, optics };
}

const all = (page: Page) => page.getByRole('region', { name: 'All lessons' });
const lesson = (page: Page, title: string) => all(page).getByRole('link', { name: title });

function recordStoryboardRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/storyboard/')) seen.push(new URL(request.url()).pathname);
  });
  return seen;
}

test('the library is searched, filtered and ordered, and the address keeps it all', async ({
  page,
  server,
  learner,
}) => {
  const { water } = await publishTwoLessons(server);
  const stream = await openPlayback(learner, water.id);
  await learner.client.call(videos.analytics, {
    params: { id: water.id },
    body: {
      playbackSession: stream.playbackSessionId,
      event: 'progress',
      position: 5,
      duration: 8,
      timestamp: new Date().toISOString(),
    },
  });
  await new SignInPage(page).signIn(learner);
  const begun = page.getByRole('region', { name: 'Continue watching' });
  await expect(begun.getByRole('link', { name: 'जल चक्र' })).toContainText('0:03 left');

  await page.getByRole('button', { name: /^Optics/ }).click();
  await expect(lesson(page, 'Mirrors')).toBeVisible();
  await expect(lesson(page, 'जल चक्र')).toHaveCount(0);
  await expect(begun).toHaveCount(0);
  await expect(page.getByLabel('Difficulty')).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
  await page.getByLabel('Difficulty').selectOption('Advanced');
  await page.getByLabel('Order').selectOption('Shortest first');
  await expect(page).toHaveURL(/category=Optics.*difficulty=advanced.*sort=shortest/);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Optics/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByLabel('Difficulty')).toHaveValue('advanced');
  await expect(lesson(page, 'Mirrors')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).first().click();
  // What was unfolded stays so, over the load that follows.
  await expect(begun).toBeVisible();
  await page.getByLabel('Lesson language').selectOption('Hindi');
  await expect(lesson(page, 'Mirrors')).toHaveCount(0);
  await expect(lesson(page, 'जल चक्र')).toBeVisible();
  await expect(page).toHaveURL(/language=hi/);
  await page.getByLabel('Difficulty').selectOption('Advanced');
  await expect(page.getByText('No matching lessons')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).first().click();
  await expect(lesson(page, 'जल चक्र')).toBeVisible();

  await page.getByLabel('Search lessons').fill('जल');
  await expect(lesson(page, 'Mirrors')).toHaveCount(0);
  await expect(lesson(page, 'जल चक्र')).toBeVisible();
  await page.getByLabel('Search lessons').fill('no such lesson');
  await expect(page.getByText('No lessons match “no such lesson”')).toBeVisible();
  await page.goto('/?tag=rain&sort=nonsense&type=%00');
  await expect(lesson(page, 'जल चक्र')).toBeVisible();
  await expect(lesson(page, 'Mirrors')).toHaveCount(0);

  await page.route('**/api/v1/videos?*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Couldn’t load the library')).toBeVisible();
  await page.unroute('**/api/v1/videos?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  const picture = lesson(page, 'Mirrors').locator('img');
  await expect(picture).toHaveAttribute('src', /\/poster\.card\.jpg$/);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
  expect(await lookAt(page, { staysHindi: true })).toEqual([]);
});

test('resting on a lesson shows glimpses of it, by pointer and by keyboard, and nothing else does', async ({
  page,
  lesson: { id },
  learner,
}) => {
  const requests = recordStoryboardRequests(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await new SignInPage(page).signIn(learner);
  const card = page.locator(`a[href="/watch/${id}"]`).first();
  await page.clock.install();
  await card.hover();
  await card.focus();
  await page.clock.runFor(5000);
  expect(requests).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.resume();
  // A page that is loaded under a resting pointer is rested on.
  await page.mouse.move(0, 0);
  await page.reload();
  await expect(card).toBeVisible();
  expect(requests).toEqual([]);
  await card.hover();
  await expect.poll(() => requests.some((path) => path.endsWith('/1.jpg'))).toBe(true);
  expect(requests.filter((path) => path.endsWith('/index.vtt'))).toHaveLength(1);
  await page.mouse.move(0, 0);
  await card.focus();
  await expect.poll(() => requests.filter((path) => path.endsWith('.vtt')).length).toBe(2);
});
