import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, type Route } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createLearner } from '../client/accounts.ts';
import { putCaptions } from '../client/captions.ts';
import type { Lesson } from '../client/videos.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { type SharedServer, test } from '../fixtures/test.ts';
import { DownloadsPage } from '../page-objects/downloads-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

test.use({ serviceWorkers: 'allow' });

/** Changes what this browser stored, as somebody could who reaches its files. */
function changeStored(page: Page, change: 'flip' | 'back' | 'later'): Promise<void> {
  return page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('prahari-offline'));
    const transaction = db.transaction(['files', 'clock'], 'readwrite');
    const [files, clock] = [transaction.objectStore('files'), transaction.objectStore('clock')];
    if (wanted === 'flip') {
      const all: { name: string; data: ArrayBuffer }[] = await done(files.getAll());
      const file = all.find(({ name }) => name.endsWith('init.mp4'))!;
      new Uint8Array(file.data)[40]! ^= 1;
      await done(files.put(file));
    } else {
      const known = await done(clock.get('clock'));
      const dayMs = 86_400_000;
      const changed =
        wanted === 'back'
          ? { ...known, highWaterMs: Date.now() + dayMs }
          : { offsetMs: 8 * dayMs, highWaterMs: Date.now() };
      await done(clock.put(changed, 'clock'));
    }
    db.close();
  }, change);
}

/** @returns how far this browser takes the server's clock to be from its own. */
function readClockOffsetMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('prahari-offline'));
    const known = await done(db.transaction('clock').objectStore('clock').get('clock'));
    db.close();
    return known.offsetMs;
  });
}

/** Counts what is stored of copies: records, files, keys and views. */
function countStored(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('prahari-offline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const stores = [...opening.result.objectStoreNames].filter((name) => name !== 'clock');
    const reading = stores.map((name) => {
      const request = opening.result.transaction(name).objectStore(name).count();
      return new Promise<number>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    });
    const counts = await Promise.all(reading);
    opening.result.close();
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

/** Fills what the browser gives this site, until not even a kilobyte is left. */
function fillStorage(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('filler');
    opening.onupgradeneeded = () => opening.result.createObjectStore('all');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const put = (bytes: number) => {
      const transaction = opening.result.transaction('all', 'readwrite');
      // Zeros would be compressed to nothing.
      const noise = crypto.getRandomValues(new Uint8Array(bytes));
      transaction.objectStore('all').put(noise, Math.random());
      return new Promise<boolean>((resolve) => {
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
      });
    };
    for (const bytes of [60_000, 5000, 500]) while (await put(bytes));
    opening.result.close();
  });
}

/** Lets this many segments of a download through, and has the next ones wait until they are let go. */
async function holdSegments(context: BrowserContext, { after }: { readonly after: number }) {
  const held: Route[] = [];
  let isHeld = true;
  let fetched = 0;
  await context.route(/\.m4s$/, async (route) => {
    // The player of the page says how it fares.
    const isOfPlayer = 'cmcd-request' in route.request().headers();
    if (!isOfPlayer) fetched += 1;
    if (isOfPlayer || !isHeld || fetched <= after) return route.continue();
    held.push(route);
  });
  return {
    held,
    async letGo() {
      isHeld = false;
      // The page may have broken some off.
      for (const route of held.splice(0)) await route.continue().catch(() => undefined);
    },
  };
}

const spoken = 'Light bends at the surface';

/** Gives the lesson captions. @returns to take them away again: other tests have the lesson, too */
async function giveCaptions({ admin: { client } }: SharedServer, { id: videoId }: Lesson) {
  const text = `WEBVTT\n\n00:00.000 --> 00:30.000\n${spoken}\n`;
  await putCaptions(client, { videoId, language: 'en', label: 'English', text });
  const params = { id: videoId, language: 'en' };
  return () => client.call(endpoints.videos.removeCaptions, { params });
}

async function expectRefused(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alert').getByRole('heading', { name: text })).toBeVisible();
  await page.getByRole('alert').getByRole('link', { name: 'Downloads' }).click();
  await expect(page.getByRole('heading', { name: 'Downloads' })).toBeVisible();
}

test('a lesson is downloaded, plays without a connection, and what was watched is reported later', async ({
  page,
  context,
  lesson,
  learner,
  server,
}) => {
  const removeCaptions = await giveCaptions(server, lesson);
  await playLesson(page, learner, lesson);
  const downloads = new DownloadsPage(page);
  await downloads.download();
  await downloads.expectReady();
  await removeCaptions();

  const watch = new WatchPage(page);
  await context.setOffline(true);
  // As who opens the app without a connection.
  await page.goto('/');
  await downloads.play();
  await expect(page.getByRole('list').getByText(spoken)).toBeVisible();
  await watch.enterFullscreen();
  await watch.expectPlaying();
  await page.keyboard.press('c');
  await expect(page.getByTestId('captions')).toHaveText(spoken);
  await expect.poll(() => watch.facts().then(({ currentTime }) => currentTime)).toBeGreaterThan(3);
  await page.evaluate(() => navigator.mediaDevices.getDisplayMedia().catch(() => undefined));
  await expectRefused(page, 'Screen recording not allowed on offline content');
  const reported = page.waitForResponse((answer) => answer.url().endsWith('/views'));
  await context.setOffline(false);
  expect((await reported).status()).toBe(200);

  // What is stored is what was signed, on this device, at this time.
  await changeStored(page, 'back');
  await downloads.play();
  await expectRefused(page, 'The clock of this device was set back');
  await changeStored(page, 'later');
  await downloads.play();
  await expectRefused(page, 'This download has expired');
  // The server's word sets the clock right.
  await page.reload();
  await expect.poll(() => readClockOffsetMs(page)).toBeLessThan(60_000);
  await changeStored(page, 'flip');
  await downloads.play();
  await expectRefused(page, 'Offline content integrity check failed');

  const devices = await context.newCDPSession(page);
  await devices.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: 31 });
  await page.reload();
  await downloads.play();
  await expectRefused(page, 'Video not accessible on this device');

  const admin = server.admin.client;
  const users = await admin.call(endpoints.users.list, {
    query: { search: learner.contactNumber },
  });
  const params = { id: users.items[0]?.id ?? '' };
  const copies = await admin.call(endpoints.offline.ofLearner, { params, query: {} });
  await admin.call(endpoints.offline.revoke, { params: { id: copies.items[0]?.id ?? '' } });
  await page.reload();
  await expect(downloads.rows.getByText('This download is no longer allowed')).toBeVisible();
  await expect(downloads.rows.getByRole('link', { name: 'Play' })).toHaveCount(0);
});

test('a download is one in two tabs, survives a reload, and is gone after signing out', async ({
  page,
  context,
  lesson,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  let isHeld = true;
  let fetched = 0;
  await context.route(/\.m4s$/, async (route) => {
    fetched += 1;
    if (isHeld && fetched > 4) return route.abort();
    return route.continue();
  });
  const downloads = new DownloadsPage(page);
  await downloads.begin();
  const other = await context.newPage();
  await other.goto('/downloads');
  const there = new DownloadsPage(other);
  await expect(there.rows).toHaveCount(1);
  isHeld = false;
  await page.goto('/downloads');
  await downloads.expectReady();
  await there.expectReady();
  await expect(there.rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Signing out removes 1 download' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => countStored(page)).toBe(0);
});

test('a sign-out in mid-download ends it, and leaves nothing', async ({
  page,
  context,
  lesson,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  const segments = await holdSegments(context, { after: 4 });
  await new DownloadsPage(page).begin();
  await expect.poll(() => segments.held.length).toBeGreaterThan(0);
  await expect.poll(() => countStored(page)).toBeGreaterThan(4);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => countStored(page)).toBe(0);
  await segments.letGo();
  await page.waitForLoadState('networkidle');
  expect(await countStored(page)).toBe(0);
});

test('who signs in on a page where the session of another ended finds no downloads, and removes them', async ({
  page,
  server,
  lesson,
  learner,
}) => {
  await playLesson(page, learner, lesson);
  const downloads = new DownloadsPage(page);
  await downloads.download();
  await downloads.expectReady();
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible();
  const { items } = await learner.client.call(endpoints.auth.sessions, {});
  for (const { id, isCurrent } of items) {
    if (!isCurrent) await learner.client.call(endpoints.auth.endSession, { params: { id } });
  }
  // Where the page has not heard of the end by itself, this asks the server.
  const library = page.getByRole('link', { name: 'Library' });
  await library.evaluateAll((links: HTMLElement[]) => {
    for (const link of links) link.click();
  });
  const other = await createLearner(server.admin.client);
  await new SignInPage(page).submit(other);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Downloads' }).click();
  await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible();
  await expect.poll(() => countStored(page)).toBeLessThan(2);
});

test('a full disk is said and overcome, and what the browser cleared is not there', async ({
  page,
  context,
  lesson,
  learner,
  server,
}) => {
  const { origin } = server;
  const storage = await context.newCDPSession(page);
  // Before the browser first counts, which it then does for half a minute.
  await storage.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  const downloads = new DownloadsPage(page);
  await playLesson(page, learner, lesson);
  const segments = await holdSegments(context, { after: 2 });
  await downloads.begin();
  await expect.poll(() => segments.held.length).toBeGreaterThan(0);
  await fillStorage(page);
  await segments.letGo();
  await expect(page.getByText('There is no space left for downloads')).toBeVisible();
  await page.evaluate(() => indexedDB.deleteDatabase('filler'));
  await page.goto('/downloads');
  // What could not be written down goes on by itself.
  await downloads.expectReady();
  // Each context of these tests is a private window.
  await expect(page.getByText('private window forgets its downloads')).toBeVisible();

  await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible();
});

test('the files of a profile hold neither keys nor signed paths of a download', async ({
  server,
  lesson,
  learner,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-profile-'));
  const { launchOptions, screen, viewport } = test.info().project.use;
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    ...(screen ? { screen } : {}),
    viewport: viewport ?? null,
    baseURL: server.origin,
  });
  try {
    const page = await context.newPage();
    const licences: string[] = [];
    const paths: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.endsWith('/clearkey/license'))
        void answer.text().then(
          (text) => licences.push(text),
          () => undefined,
        );
      if (pathname.startsWith('/media/media.')) paths.push(pathname.split('/')[2] ?? '');
    });
    const removeCaptions = await giveCaptions(server, lesson);
    await playLesson(page, learner, lesson);
    const downloads = new DownloadsPage(page);
    await downloads.download();
    await downloads.expectReady();
    await removeCaptions();
    const keys = licences.flatMap((text) =>
      [...text.matchAll(/"k":"([\w-]+)"/g)].map(([, k]) => k),
    );
    expect(keys.length).toBeGreaterThan(0);
    expect(paths.length).toBeGreaterThan(0);
    await context.close();
    const stored = await readStored(path.join(folder, 'Default', 'IndexedDB'));
    expect(stored.length).toBeGreaterThan(200_000);
    const secrets = keys.flatMap((key = '') => [key, Buffer.from(key, 'base64url')]);
    for (const secret of [...secrets, ...paths, spoken])
      expect(stored.includes(secret)).toBe(false);
    // Boxes of ISO media, which segments begin with: those are sealed as a whole.
    for (const box of ['moof', 'mdat', 'ftyp']) expect(stored.includes(box)).toBe(false);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function readStored(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map((file) => readFile(path.join(file.parentPath, file.name)));
  return Buffer.concat(await Promise.all(read));
}
