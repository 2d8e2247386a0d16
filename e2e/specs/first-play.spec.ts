import path from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createContactNumber, goodPassword } from '../client/accounts.ts';
import { cutRealFilm, makeClip } from '../fixtures/clips.ts';
import { makeEmptyFolder, removeDataFolder } from '../fixtures/data-folder.ts';
import { reportPages } from '../fixtures/page-holdings.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { type RunningServer, startServer } from '../fixtures/server-process.ts';
import { test } from '../fixtures/test.ts';
import { inMotion } from '../fixtures/watched-test.ts';
import { WatermarkMarks } from '../fixtures/watermark-marks.ts';
import { ActivationPage } from '../page-objects/activation-page.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UploadsPage } from '../page-objects/uploads-page.ts';
import { UsersPage } from '../page-objects/users-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

test.use(inMotion);

/** A new browser: no storage, no cookies, no device key. */
async function openBrowserPage(browser: Browser, server: RunningServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin });
  return context.newPage();
}

test.describe('from an empty data folder', () => {
  let folder: string;
  let emptyServer: RunningServer;
  test.beforeEach(async () => {
    folder = await makeEmptyFolder();
    emptyServer = await startServer({ dataDir: folder });
  });
  test.afterEach(async () => {
    try {
      await emptyServer.stop();
    } finally {
      await removeDataFolder(folder);
    }
  });

  test('a video is uploaded, published, and watched by a new learner', async ({ browser }) => {
    const title = 'The moving square';
    const contactNumber = createContactNumber();
    const adminPage = await openBrowserPage(browser, emptyServer);
    const learnerPage = await openBrowserPage(browser, emptyServer);
    const watch = new WatchPage(learnerPage);
    const requests = recordRequests(learnerPage);
    let code = '';

    await test.step('the super administrator signs in with the one-time password', async () => {
      const { contactNumber: number = '', oneTimePassword = '' } = emptyServer.firstAdmin ?? {};
      const signIn = new SignInPage(adminPage);
      await signIn.open();
      await signIn.submit({ contactNumber: number, password: oneTimePassword });
      await signIn.choosePassword(goodPassword);
    });

    await test.step('uploads a clip, sees it become ready, and publishes it', async () => {
      const uploads = new UploadsPage(adminPage);
      await uploads.open();
      await uploads.choose(await makeClip(path.join(folder, 'clip.mp4'), { seconds: 12 }), title);
      await uploads.submit();
      await expect(uploads.jobProgress(title)).toBeVisible();
      await uploads.expectReady(title);
      await expect(uploads.jobProgress(title)).toBeHidden();
      await uploads.publish(title);
    });

    await test.step('creates a learner', async () => {
      const users = new UsersPage(adminPage);
      await users.open();
      code = await users.createLearner('Meera Joshi', contactNumber);
      await expect(adminPage.getByRole('row', { name: /Meera Joshi/ })).toContainText('Invited');
    });

    await test.step('the learner activates on another machine, which signs in', async () => {
      const activation = new ActivationPage(learnerPage);
      await activation.open();
      await activation.enterCode(contactNumber, code);
      const signIn = new SignInPage(learnerPage);
      await signIn.choosePassword(goodPassword);
    });

    await test.step('opens the lesson and plays it in fullscreen', async () => {
      await new LibraryPage(learnerPage).openLesson(title);
      await watch.confirmPassword(goodPassword);
      await expect(watch.overlay).toBeVisible();
      expect(await watch.facts()).toMatchObject({ paused: true, fullscreen: false });
      await watch.enterFullscreen();
      await watch.expectPlaying();
    });

    await test.step('the licence was asked for once, with proof', async () => {
      const licences = requests.to('/drm/clearkey/license');
      expect(licences).toHaveLength(1);
      const headers = await licences[0]?.allHeaders();
      expect(headers?.['dpop']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(headers?.['authorization']).toMatch(/^DPoP /);
      expect((await licences[0]?.response())?.status()).toBe(200);
    });

    await test.step('segments are asked for with a report of the player', async () => {
      const { playbackSessionId } = await requests.stream();
      const segment = requests.media().find((request) => request.url().endsWith('.m4s'));
      const headers = await segment?.allHeaders();
      expect(headers?.['cmcd-session']).toContain(`sid="${playbackSessionId}"`);
      expect(headers?.['cmcd-object']).toMatch(/\bbr=\d+/);
    });

    await test.step('the picture names the learner', async () => {
      const { sessionCode } = (await requests.stream()).watermark;
      expect(sessionCode).toMatch(/^\S{4,}$/);
      const marks = (await (await WatermarkMarks.of(learnerPage)).texts()).join('\n');
      expect(marks).toContain(contactNumber.slice(-4));
      expect(marks).toContain(sessionCode);
      expect(marks).not.toContain(contactNumber);
    });

    await test.step('leaving fullscreen pauses', async () => {
      await watch.jumpTo(5);
      await expect.poll(async () => (await watch.facts()).currentTime).toBeGreaterThan(4);
      await watch.expectPlaying();
      const told = learnerPage.waitForResponse(
        (answer) => answer.request().postData()?.includes('"event":"pause"') ?? false,
      );
      await learnerPage.keyboard.press('Escape');
      await expect(watch.overlay).toBeVisible();
      expect(await watch.facts()).toMatchObject({ paused: true, fullscreen: false });
      expect((await told).ok()).toBe(true);
    });

    await test.step('after a reload it continues at the same position', async () => {
      const left = (await watch.facts()).currentTime;
      await learnerPage.reload();
      await expect(watch.overlay).toContainText('Continues at');
      await expect.poll(async () => (await watch.facts()).currentTime).toBeCloseTo(left, 0);
      await watch.enterFullscreen();
      await watch.expectPlaying();
      expect((await watch.facts()).currentTime).toBeGreaterThan(left);
    });

    await test.step('in all that was answered, shown and logged only licences hold keys', async () => {
      for (const page of [learnerPage, adminPage]) await reportPages(page.context());
      const { leaks, licences } = await emptyServer.scanForKeys();
      expect(leaks).toEqual([]);
      // The licences prove that the scan can see a key at all.
      expect(licences).toBeGreaterThan(0);
    });
  });
});

// In every run: the test above, `bad-input.spec.ts`.
test('a piece of a real film shows its upload, is processed, and plays', { tag: '@soak' }, async ({
  page,
  server,
  adminAccount,
}) => {
  const title = 'Big Buck Bunny';
  const film = await cutRealFilm(path.join(server.dataDir, 'film.mp4'), 4);
  await new SignInPage(page).signIn(adminAccount);
  const uploads = new UploadsPage(page);
  await uploads.open();
  await uploads.choose(film, title);

  // A connection as slow as a centre's, or the bar would disappear before it could be seen.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_000_000,
  });
  await uploads.submit();
  await expect(uploads.uploadProgress).toBeVisible();
  await expect(uploads.job(title)).toBeVisible();
  await uploads.expectReady(title);

  await uploads.job(title).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Watch' }).click();
  const watch = new WatchPage(page);
  await watch.confirmPassword(adminAccount.password);
  await watch.enterFullscreen();
  await watch.expectPlaying();

  // Where HD needs hardware, which this browser has not: its key is withheld, and SD plays.
  const linesShown = () =>
    page
      .getByTestId('video')
      .evaluate((element) => (element instanceof HTMLVideoElement ? element.videoHeight : 0));
  await expect.poll(linesShown).toBeGreaterThan(480);
  const { client } = server.admin;
  const { config } = await client.call(endpoints.system.config, {});
  const save = async (hdNeedsHardware: boolean) => {
    const { version } = await client.call(endpoints.system.config, {});
    const drm = { ...config.drm, hdNeedsHardware };
    await client.call(endpoints.system.updateConfig, { body: { version, config: { drm } } });
  };
  await save(true);
  try {
    await page.reload();
    await watch.enterFullscreen();
    await watch.expectPlaying();
    expect(await linesShown()).toBeLessThanOrEqual(480);
  } finally {
    await save(false);
  }
});
