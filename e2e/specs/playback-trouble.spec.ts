import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createLearner, type SignedIn } from '../client/accounts.ts';
import { type Lesson, publishLesson } from '../client/videos.ts';
import { makeDataFolder, removeDataFolder } from '../fixtures/data-folder.ts';
import { activateFirstAdmin } from '../fixtures/first-admin.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { type RunningServer, startServer } from '../fixtures/server-process.ts';
import { testWithoutServer as test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

/** What can go wrong while a learner watches, on a separate server that may be harmed. */
let server: RunningServer;
let admin: SignedIn;
let lesson: Lesson;
let learner: SignedIn;
let context: BrowserContext;
let page: Page;

/** Little is held ahead, so that a lost network is felt at once. */
const environment = { DEVICES_PER_LEARNER: '2', PLAYER_BUFFERING_GOAL_SECONDS: '4' };
const segments = '**/media/**/*.m4s';

test.beforeAll(async () => {
  server = await startServer({ dataDir: await makeDataFolder(), environment });
  admin = await activateFirstAdmin(server);
  const asked = { title: 'A bad day', seconds: 24 };
  lesson = await publishLesson(admin.client, server.dataDir, asked);
});
test.afterAll(async () => {
  try {
    await server.stop();
  } finally {
    await removeDataFolder(server.dataDir);
  }
});
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: server.origin });
  page = await context.newPage();
  learner = await createLearner(admin.client);
});
test.afterEach(async () => {
  await server.putClockAhead(0);
  await context.close();
});

async function openLesson({ title } = lesson): Promise<WatchPage> {
  await new SignInPage(page).signIn(learner);
  await new LibraryPage(page).openLesson(title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  return watch;
}

async function expectNothingSeen(watch: WatchPage): Promise<void> {
  await watch.expectPlaying();
  await expect(watch.error).toHaveCount(0);
  expect((await watch.facts()).fullscreen).toBe(true);
}

test('a network lost for 30 s is shown, stalled segments are requested again: the lesson continues by itself', async () => {
  await page.clock.install();
  let held = 0;
  let isStalling = false;
  await page.route(segments, async (route) => {
    if (!isStalling) return route.continue();
    held += 1;
  });
  const watch = await playLesson(page, learner, lesson);
  await context.setOffline(true);
  await watch.jumpTo(10);
  await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(watch.error).toHaveCount(0);
  await context.setOffline(false);
  await page.clock.fastForward(5000);
  await expectNothingSeen(watch);

  isStalling = true;
  await watch.jumpTo(18);
  await expect.poll(() => held).toBeGreaterThan(0);
  isStalling = false;
  await page.clock.fastForward(15_000);
  await expectNothingSeen(watch);
});

test('a server that is restarted in mid-play: there is nothing to see', async () => {
  const watch = await playLesson(page, learner, lesson);
  const { dataDir } = server;
  await server.kill();
  await watch.jumpTo(16);
  const port = new URL(server.origin).port;
  server = await startServer({ dataDir, environment: { ...environment, PORT: port } });
  await expectNothingSeen(watch);
});

for (const [name, byMs, fail] of [
  [
    'a clock that is a day ahead, and storage that is denied,',
    86_400_000,
    () => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    },
  ],
  [
    'a clock that is a day behind, and storage that is full,',
    -86_400_000,
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  // In every run: `browser-storage.test.ts`.
  test(`${name} cost nothing but memory`, { tag: '@soak' }, async () => {
    await page.clock.setSystemTime(Date.now() + byMs);
    await context.addInitScript(fail);
    await expectNothingSeen(await playLesson(page, learner, lesson));
  });
}

test('a browser without protected playback gets advice', async () => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'requestMediaKeySystemAccess');
  });
  const watch = await openLesson();
  await expect(watch.error).toContainText('Browser not supported for DRM playback');
  await expect(watch.error).toContainText('Allow protected content');
  await expect(watch.error.getByRole('button', { name: 'Retry' })).toBeFocused();
});

test('an hour that ends in mid-play asks for the password, and playback continues at the same position', async () => {
  const watch = await playLesson(page, learner, lesson);
  await server.putClockAhead(3700);
  await watch.jumpTo(16);
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  await server.putClockAhead(0);
  await watch.confirmPassword(learner.password);
  await expect(watch.overlay).toContainText('Continues at');
  await watch.enterFullscreen();
  await watch.expectPlaying();
  expect((await watch.facts()).currentTime).toBeGreaterThan(13);
});

test('keys that are renewed in mid-play: running playback continues, new playback gets the new keys', async ({
  browser,
}) => {
  const requests = recordRequests(page);
  const watch = await playLesson(page, learner, lesson);
  const before = await requests.licenceKeys();
  // A pause, or a slow machine is at the end of the lesson before its keys are renewed.
  await page.keyboard.press('Space');
  await expect.poll(async () => (await watch.facts()).paused).toBe(true);

  const office = await browser.newContext({ baseURL: server.origin });
  try {
    const desk = await office.newPage();
    await new SignInPage(desk).signIn(admin);
    await desk.goto(`/admin/videos/${lesson.id}?tab=protection`);
    const renew = { name: 'Renew keys' };
    await desk.getByRole('button', renew).click();
    await desk.getByRole('alertdialog').getByRole('button', renew).click();
    await expect(desk.getByText(/^Renewed /)).toBeVisible({ timeout: 120_000 });
  } finally {
    await office.close();
  }
  await watch.jumpTo(16);
  await page.keyboard.press('Space');
  await expectNothingSeen(watch);
  const lastOf = (all: readonly Request[]) => new URL(all.at(-1)?.url() ?? '').pathname;
  expect(lastOf(requests.media())).not.toMatch(/k2\/\d+\.m4s$/);

  await page.reload();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  expect(lastOf(requests.media())).toMatch(/k2\/(?:\d+\.m4s|init\.mp4)$/);
  const after = await requests.licenceKeys();
  expect(after.size).toBe(before.size * 2);

  // In every run: `key-renewal.int.test.ts`, `own-scheme.test.ts`.
  if (process.env['SOAK'] !== 'on') return;
  // Encrypted again for older devices too: beside it the other scheme, with its own keys.
  const { dataDir } = server;
  await server.stop();
  const port = new URL(server.origin).port;
  const inBoth = { ...environment, PORT: port, ENCRYPTION_SCHEMES: 'cbcs,cenc' };
  server = await startServer({ dataDir, environment: inBoth });
  const params = { id: lesson.id };
  await admin.client.call(endpoints.videos.renewKeys, { params });
  const stateNow = async () =>
    (await admin.client.call(endpoints.videos.getManaged, { params })).keyRenewal?.state;
  await expect.poll(stateNow, { timeout: 120_000 }).toBe('done');
  await page.reload();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  expect((await requests.stream()).encryption).toEqual({ scheme: 'cbcs', others: ['cenc'] });
  expect(lastOf(requests.media())).toMatch(/[^c]k3\/(?:\d+\.m4s|init\.mp4)$/);
  expect((await requests.licenceKeys()).size).toBe(before.size * 3);

  // A browser whose key system takes no `cbcs` says so, and plays the other package.
  await page.addInitScript(() => {
    const real = navigator.requestMediaKeySystemAccess.bind(navigator);
    navigator.requestMediaKeySystemAccess = (name, wanted) => {
      const isTaken = [...wanted].every(({ videoCapabilities = [] }) =>
        videoCapabilities.every(({ encryptionScheme }) => encryptionScheme !== 'cbcs'),
      );
      return isTaken
        ? real(name, wanted)
        : Promise.reject(new DOMException('', 'NotSupportedError'));
    };
  });
  await page.reload();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  const { encryption, manifest } = await requests.stream();
  expect(encryption).toEqual({ scheme: 'cenc', others: ['cbcs'] });
  expect(manifest.text).toContain('value="cenc"');
  expect(manifest.text).not.toContain('value="cbcs"');
  expect(lastOf(requests.media())).toMatch(/ck3\/(?:\d+\.m4s|init\.mp4)$/);
  expect((await requests.licenceKeys()).size).toBe(before.size * 4);
});

test('a licence that is refused says why; Retry starts again when it is given', async () => {
  const licence = '**/drm/clearkey/license**';
  const meta = { timestamp: new Date().toISOString(), path: '/drm/clearkey/license' };
  const error = {
    type: 'AuthorizationError',
    code: 'ACCESS_DENIED',
    message: 'no',
    details: { reason: 'key_not_entitled' },
  };
  await page.route(licence, (route) => route.fulfill({ status: 403, json: { error, meta } }));
  const watch = await openLesson();
  await expect(watch.error).toContainText('You do not have permission');
  await expect(watch.error).toContainText('Ask your centre');
  await page.unroute(licence);
  await watch.error.getByRole('button', { name: 'Retry' }).click();
  await watch.enterFullscreen();
  await watch.expectPlaying();
});

test('a segment that is not there any more says so, and Retry plays once it is back', async () => {
  const requests = recordRequests(page);
  const watch = await playLesson(page, learner, lesson);
  await page.route(segments, (route) => route.fulfill({ status: 404 }));
  await watch.jumpTo(16);
  await expect(watch.error).toContainText('Playback error occurred');
  await expect(watch.error).toContainText('Part of this lesson wasn’t found');
  await expect(watch.error).toContainText('Player error 1001');
  await expect(watch.error.getByRole('link', { name: 'Playback check' })).toBeVisible();
  const failed = { event: 'error', detail: { kind: 'missing', code: '1001' } };
  await expect
    .poll(() => requests.to('/analytics').flatMap((request) => request.postDataJSON().events))
    .toContainEqual(expect.objectContaining(failed));
  await page.unroute(segments);
  await watch.error.getByRole('button', { name: 'Retry' }).click();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  expect((await watch.facts()).currentTime).toBeGreaterThan(10);

  await test.step('and what holds rubbish says so, and where to find out more', async () => {
    await page.route(segments, (route) => route.fulfill({ body: Buffer.alloc(4000) }));
    await watch.jumpTo(4);
    await expect(watch.error).toContainText('Playback error occurred');
    await expect(watch.error).toContainText('This device couldn’t decode');
    await expect(watch.error).toContainText(/Player error 3\d{3}/);
    await expect(watch.error.getByRole('link', { name: 'Playback check' })).toBeVisible();
  });
});

// In every run: the tests above of a segment and of a licence.
test('a missing manifest is shown with a next step', { tag: '@soak' }, async () => {
  // Not asked for before, as the server keeps what it once read.
  const asked = { title: 'Nowhere to be found', seconds: 6 };
  const lost = await publishLesson(admin.client, server.dataDir, asked);
  const file = path.join(server.dataDir, 'media', 'videos', lost.id, 'r1', 'manifest.mpd');
  await rename(file, `${file}.away`);
  try {
    const watch = await openLesson(lost);
    await expect(watch.error).toContainText('Playback Error');
    await expect(watch.error.getByRole('button', { name: 'Retry' })).toBeVisible();
    await rename(`${file}.away`, file);
    await watch.error.getByRole('button', { name: 'Retry' }).click();
    await watch.enterFullscreen();
    await watch.expectPlaying();
  } finally {
    await rename(`${file}.away`, file).catch(() => undefined);
  }
});
