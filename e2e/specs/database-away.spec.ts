import { expect, type Page, type Request } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { playLesson } from '../fixtures/play-lesson.ts';
import { testOnOwnServer } from '../fixtures/test.ts';

const awaySeconds = 10;
const test = testOnOwnServer({
  environment: { DEVICES_PER_LEARNER: '2', PLAYER_PROGRESS_SECONDS: '5' },
  lessonSeconds: 80,
});

/** The ids of what reports hold, by the last part of the call's path. */
function listReported(request: Request): string[] {
  const body: unknown = request.postDataJSON();
  if (request.url().endsWith('/analytics')) {
    const { data } = endpoints.videos.analytics.body.safeParse(body);
    return data && 'events' in data ? data.events.map(({ id }) => id) : [];
  }
  const { data } = endpoints.security.reportIncidents.body.safeParse(body);
  return data?.incidents.map(({ id }) => id) ?? [];
}

/** Answers every call as a server does whose database is away, until it is said to be back. */
async function takeDatabase(page: Page) {
  const refused = new Set<string>();
  let calls = 0;
  let isAway = true;
  await page.route('**/api/**', async (route) => {
    if (!isAway) return route.fallback();
    calls += 1;
    for (const id of listReported(route.request())) refused.add(id);
    const error = {
      type: 'InternalError',
      code: 'DATABASE_ERROR',
      message: 'Server error. Our team has been notified. Please try again later.',
      details: { reason: 'database_unavailable' },
    };
    const meta = { correlationId: 'away-for-ten-seconds', timestamp: new Date().toISOString() };
    // Some meet a limit besides: that is no delivery either.
    const status = calls % 3 === 0 ? 429 : 503;
    await route.fulfill({ status, headers: { 'retry-after': '2' }, json: { error, meta } });
  });
  return {
    refused,
    calls: () => calls,
    giveBack() {
      isAway = false;
    },
  };
}

// In every run: `database-outage.int.test.ts`, `outbox.test.ts`, a restart in `playback-trouble.spec.ts`.
test('a lesson plays on while the database is away, and its reports arrive afterwards', {
  tag: '@soak',
}, async ({ page, lesson, learner, server }) => {
  const watch = await playLesson(page, learner, lesson);
  const arrived = new Set<string>();
  page.on('response', (response) => {
    const request = response.request();
    if (!response.ok() || request.method() !== 'POST') return;
    if (!/\/(analytics|incidents)$/.test(request.url())) return;
    for (const id of listReported(request)) arrived.add(id);
  });
  const began = await watch.facts();
  const database = await takeDatabase(page);

  await test.step('playback continues, without a message', async () => {
    const box = await page.getByTestId('video').boundingBox();
    if (!box) throw new Error('there is no picture');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3, { button: 'right' });
    await expect
      .poll(async () => (await watch.facts()).currentTime, { timeout: 120_000 })
      .toBeGreaterThan(began.currentTime + awaySeconds);
    const { decodedFrames, paused } = await watch.facts();
    expect(paused).toBe(false);
    expect(decodedFrames).toBeGreaterThan(began.decodedFrames + awaySeconds);
    await expect(watch.frame).toBeVisible();
    // The notes beside it may say that they could not be loaded.
    await expect(watch.frame.getByRole('alert')).toHaveCount(0);
    await expect(watch.security).toHaveCount(0);
  });

  await test.step('the server is not asked without end', async () => {
    await expect.poll(() => database.refused.size).toBeGreaterThanOrEqual(3);
    expect(database.calls()).toBeLessThan(40);
  });

  await test.step('all that was refused is on the server afterwards', async () => {
    database.giveBack();
    await expect
      .poll(() => [...database.refused].filter((id) => !arrived.has(id)), { timeout: 60_000 })
      .toEqual([]);
    await watch.expectPlaying();
    const place = async () =>
      (await learner.client.call(endpoints.videos.get, { params: { id: lesson.id } }))
        .resumeAtSeconds;
    await expect.poll(place).toBeGreaterThan(began.currentTime + awaySeconds / 2);
    const { items } = await server.admin.client.call(endpoints.security.incidents, {
      query: { type: 'context_menu' },
    });
    expect(items).toHaveLength(1);
  });
});
