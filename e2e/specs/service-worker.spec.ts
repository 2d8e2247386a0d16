import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

test.use({ serviceWorkers: 'allow' });

const account = { name: /^Account:/ };

/** Waits for the worker: it comes when the page is idle, and then answers for it. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

interface Kept {
  readonly cache: string;
  readonly url: string;
  readonly type: string;
  readonly text: string;
  readonly headers: string;
}

/** Reads all that lies in the caches of the page's origin. */
async function readCaches(page: Page): Promise<readonly Kept[]> {
  return page.evaluate(async () => {
    const all = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const request of await opened.keys()) {
        const response = await opened.match(request);
        if (!response) continue;
        const headers = JSON.stringify([...response.headers]);
        const type = response.headers.get('content-type') ?? '';
        const isText = !/^(?:video|image|font)\//.test(type);
        const text = isText ? await response.text() : '';
        all.push({ cache, url: request.url, type, text, headers });
      }
    }
    return all;
  });
}

const isSegment = ({ url }: Kept) => url.includes('/kept-segments/');

/** Lists files of lessons that a page or a worker asks for over the network, from now on. */
function watchNetwork(context: BrowserContext): string[] {
  const fetched: string[] = [];
  context.on('response', (response) => {
    const isLesson = new URL(response.url()).pathname.startsWith('/media/media.');
    if (isLesson && !response.fromServiceWorker()) fetched.push(response.url());
  });
  return fetched;
}

test('the app opens without a connection, leads to what is kept, and comes back by itself', async ({
  page,
  learner,
}) => {
  await new SignInPage(page).signIn(learner);
  await waitForWorker(page);
  await page.context().setOffline(true);

  await page.goto('/');
  await expect(page).toHaveURL('/downloads');
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', account)).toBeVisible();

  await page.goto('/profile');
  const missing = page.getByRole('heading', { name: 'This page needs a connection' });
  await expect(missing).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Downloads' })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'My profile', level: 1 })).toBeVisible();
  await expect(missing).toBeHidden();
});

/**
 * Has a newer service worker take over, as the page of a new build does: by another address, since its
 * content is the same.
 */
async function takeNewWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const changed = new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve);
    });
    const registration = await serviceWorker.register('/sw.js?newer', { updateViaCache: 'none' });
    const newer = (registration.installing ?? registration.waiting)!;
    await new Promise<void>((resolve) => {
      const look = () => newer.state === 'installing' || resolve();
      newer.addEventListener('statechange', look);
      look();
    });
    newer.postMessage({ kind: 'take-over' });
    await changed;
  });
}

test('what was watched comes from the cache, no secret lies in it, and it goes at sign-out', async ({
  page,
  learner,
  lesson,
}) => {
  await new SignInPage(page).signIn(learner);
  await waitForWorker(page);
  const fetched = watchNetwork(page.context());
  const library = new LibraryPage(page);
  await library.openLesson(lesson.title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  await watch.enterFullscreen();
  await watch.expectPlaying();
  const countKept = async () => (await readCaches(page)).filter(isSegment).length;
  const countOf = (name: RegExp) => async () =>
    (await readCaches(page)).filter(({ url }) => name.test(url)).length;
  // The last of picture and sound: all of it is ahead of the player soon.
  const patiently = { timeout: 120_000 };
  await expect.poll(countOf(/\/v\d+\/15\.m4s$/), patiently).toBe(1);
  await expect.poll(countOf(/\/audio\/15\.m4s$/), patiently).toBe(1);
  const kept = await readCaches(page);

  const tokens =
    /media\.[0-9a-f]{8}-|eyJ[\w-]+\.|"?playbackSession|set-cookie|dpop-nonce" content="[^"]/i;
  for (const { url, text, headers } of kept) {
    const { pathname } = new URL(url);
    expect(pathname).not.toMatch(/^\/(?:api|media)\//);
    expect(pathname).not.toMatch(/\.(?:mpd|m3u8|vtt)$/);
    if (!pathname.startsWith('/assets/')) expect(`${url}${text}${headers}`).not.toMatch(tokens);
  }

  await page.goto('/');
  expect(fetched.length).toBeGreaterThan(4);
  fetched.length = 0;
  await library.openLesson(lesson.title);
  await watch.enterFullscreen();
  await watch.expectPlaying();
  expect(fetched).toEqual([]);

  // What a crash leaves: bytes that no record counts.
  await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('prahari-segments-'));
    for (const name of [...names, 'prahari-segments-v1/unknown']) {
      await (await caches.open(name)).put('/kept-segments/stray', new Response('stray'));
    }
  });
  await page.goto('/');
  await expect.poll(countOf(/stray/)).toBe(0);
  expect(await countKept()).toBeGreaterThan(0);

  await page.getByRole('button', account).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(countKept).toBe(0);
});

/** As if minutes passed since the first segment was kept: the clock of the browser can't be moved. */
async function moveSessionBack(page: Page, minutes: number): Promise<void> {
  await page.evaluate(async (passedMs) => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answerOf(indexedDB.open('prahari-videos'));
    const sessions = database.transaction('session', 'readwrite').objectStore('session');
    const session = await answerOf(sessions.get('now'));
    await answerOf(sessions.put({ ...session, startedAtMs: Date.now() - passedMs }, 'now'));
    database.close();
  }, minutes * 60_000);
}

test('what is kept goes after half an hour, which is said where there is no line', async ({
  page,
  learner,
  lesson,
}) => {
  // Looks each minute: here twice a second.
  await page.addInitScript(() => {
    const setIntervalOfBrowser = window.setInterval.bind(window);
    const minuteMs = 60_000;
    const hurried = (work: TimerHandler, everyMs = 0) =>
      setIntervalOfBrowser(work, everyMs >= minuteMs ? 500 : everyMs);
    window.setInterval = hurried as typeof window.setInterval;
  });
  await new SignInPage(page).signIn(learner);
  await waitForWorker(page);
  await new LibraryPage(page).openLesson(lesson.title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  const countKept = async () => (await readCaches(page)).filter(isSegment).length;
  await expect.poll(countKept).toBeGreaterThan(0);
  await page.goto('/');
  await moveSessionBack(page, 26);
  await page.context().setOffline(true);
  await expect(page.getByText(/can be played again for [34] more minutes/).first()).toBeVisible();
  expect(await countKept()).toBeGreaterThan(0);
  await moveSessionBack(page, 31);
  await expect.poll(countKept).toBe(0);
});

test('a newer worker takes over while a lesson plays, which plays on', { tag: '@soak' }, async ({
  page,
  learner,
  lesson,
}) => {
  await new SignInPage(page).signIn(learner);
  await waitForWorker(page);
  await new LibraryPage(page).openLesson(lesson.title);
  const watch = new WatchPage(page);
  await watch.confirmPassword(learner.password);
  await watch.enterFullscreen();
  await watch.expectPlaying();
  await takeNewWorker(page);
  await watch.expectPlaying();
});
