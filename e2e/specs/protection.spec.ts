import { expect } from '@playwright/test';
import { buildUrl, endpoints } from '@prahari/contract';
import { createLearner } from '../client/accounts.ts';
import { listMedia, openPlayback, readKeyIds } from '../client/playback.ts';
import { catchRefusal } from '../client/refusal.ts';
import { decode, readKeyId } from '../fixtures/decoding.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';

/** How long it may take until an ended session is refused everywhere: less than it is kept in memory. */
const revokedWithinMs = 4000;

test('segments that a learner plays are refused to others, and to the learner after signing out', async ({
  page,
  playwright,
  server,
  lesson,
  learner,
}) => {
  const requests = recordRequests(page);
  const watch = await playLesson(page, learner, lesson);
  const addresses = requests.media().map((request) => request.url());
  expect(addresses.filter((url) => url.endsWith('.m4s')).length).toBeGreaterThanOrEqual(2);

  const sameCookies = await playwright.request.newContext({
    storageState: await page.context().storageState(),
  });
  const stranger = await playwright.request.newContext();
  const colleague = await createLearner(server.admin.client);
  await openPlayback(colleague, lesson.id);
  const foreign = { cookie: colleague.client.cookieHeader() };
  for (const url of addresses) {
    expect((await sameCookies.get(url)).status(), 'with its session').toBe(200);
    expect((await stranger.get(url)).status(), 'without a session').toBe(403);
    const other = await stranger.get(url, { headers: foreign });
    expect(other.status(), 'with another session').toBe(403);
  }

  await page.keyboard.press('Escape');
  await expect(watch.overlay).toBeVisible();
  await new LibraryPage(page).signOut();
  const statusOf = async (url: string) => (await sameCookies.get(url)).status();
  await expect
    .poll(() => statusOf(addresses[0] ?? ''), { timeout: revokedWithinMs, intervals: [50] })
    .toBe(403);
  for (const url of addresses) expect(await statusOf(url), 'after signing out').toBe(403);
  await Promise.all([sameCookies.dispose(), stranger.dispose()]);
});

test('what a learner downloads decodes with the key of the learner’s licence, and not without', async ({
  page,
  lesson,
  learner,
}) => {
  const requests = recordRequests(page);
  await playLesson(page, learner, lesson);
  const keys = await requests.licenceKeys();
  // Another quality may begin at any moment: its segments come after its init segment.
  const fetched = () => {
    const media = requests.media().map((request) => request.url());
    return [...new Set(media.filter((url) => url.endsWith('/init.mp4')))].flatMap((initUrl) => {
      const folder = initUrl.replace(/init\.mp4$/, '');
      const segmentUrl = media.find((url) => url.startsWith(folder) && url.endsWith('.m4s'));
      return segmentUrl === undefined ? [] : [{ initUrl, segmentUrl }];
    });
  };
  // Sound and at least one picture.
  await expect.poll(() => fetched().length).toBeGreaterThanOrEqual(2);
  for (const { initUrl, segmentUrl } of fetched()) {
    const init = await (await page.request.get(initUrl)).body();
    const segment = await (await page.request.get(segmentUrl)).body();
    const fragment = Buffer.concat([init, segment]);
    const key = keys.get(readKeyId(init)) ?? '';
    const wrongKey = key.replace(/^../, (byte) => (byte === '00' ? 'ff' : '00'));

    const opened = await decode(fragment, key);
    expect(opened.clean, `${segmentUrl} with its key`).toBe(true);
    expect(opened.frames).toBeGreaterThan(0);
    expect((await decode(fragment)).clean, `${segmentUrl} without a key`).toBe(false);
    expect((await decode(fragment, wrongKey)).clean, `${segmentUrl} with another key`).toBe(false);
  }
});

test('manifest and licence are for the own, live session alone', async ({
  server,
  lesson,
  learner,
}) => {
  const { client } = learner;
  const stream = await openPlayback(learner, lesson.id);
  const query = { playbackSession: stream.playbackSessionId };
  const manifestInput = { params: { id: lesson.id }, query };
  const manifest = await client.call(endpoints.videos.manifestDash, manifestInput);
  const kids = readKeyIds(manifest);
  const licenceInput = { query, body: { kids } };
  const licence = await client.call(endpoints.drm.clearKeyLicense, licenceInput);
  expect(licence.keys.map(({ kid }) => kid).sort()).toEqual([...kids].sort());

  const manifestUrl = buildUrl(server.origin, endpoints.videos.manifestDash, manifestInput);
  const licenceUrl = buildUrl(server.origin, endpoints.drm.clearKeyLicense, licenceInput);
  const post = {
    method: 'POST',
    body: JSON.stringify({ kids }),
    headers: { 'content-type': 'application/json' },
  };
  expect((await fetch(manifestUrl)).status, 'manifest without anything').toBe(401);
  expect((await fetch(licenceUrl, post)).status, 'licence without anything').toBe(401);

  const colleague = await createLearner(server.admin.client);
  await openPlayback(colleague, lesson.id);
  const foreign = [
    await catchRefusal(colleague.client.call(endpoints.videos.manifestDash, manifestInput)),
    await catchRefusal(colleague.client.call(endpoints.drm.clearKeyLicense, licenceInput)),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([403, 403]);

  const otherKey = { query, body: { kids: ['AAAAAAAAAAAAAAAAAAAAAA'] } };
  const notEntitled = await catchRefusal(client.call(endpoints.drm.clearKeyLicense, otherKey));
  expect(notEntitled).toMatchObject({ status: 403, reason: 'key_not_entitled' });

  await client.call(endpoints.auth.logout, {});
  const ended = async () => [
    (await catchRefusal(client.call(endpoints.videos.manifestDash, manifestInput))).status,
    (await catchRefusal(client.call(endpoints.drm.clearKeyLicense, licenceInput))).status,
  ];
  await expect.poll(ended, { timeout: revokedWithinMs, intervals: [50] }).toEqual([401, 401]);
});

test('without the password confirmed there is no playback, not even by the permission of another', async ({
  server,
  lesson,
  learner,
}) => {
  const { client } = learner;
  const body = { videoId: lesson.id };
  const noPermission = await catchRefusal(client.call(endpoints.drm.generateToken, { body }));
  expect(noPermission).toMatchObject({ status: 403, reason: 'access_session_required' });

  const colleague = await createLearner(server.admin.client);
  await openPlayback(colleague, lesson.id);
  const { userToken } = await colleague.client.call(endpoints.drm.generateToken, { body });
  const input = { params: { id: lesson.id }, body: { userToken } };
  const access = await client.call(endpoints.videos.accessValidation, input);
  expect(access).toMatchObject({ allowed: false });
  expect(await catchRefusal(client.call(endpoints.videos.stream, input))).toMatchObject({
    status: 403,
  });
});

// In every run: `check-playback.int.test.ts`, `confirmed-place.int.test.ts`.
test('in another release of the browser the password is asked for again, and the page says why', {
  tag: '@soak',
}, async ({ page, lesson, learner }) => {
  const watch = await playLesson(page, learner, lesson);
  // As confirmed: nothing is asked.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Fullscreen Required' })).toBeVisible();
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setUserAgentOverride', {
    userAgent: userAgent.replace(/Chrome\/\d+/, 'Chrome/999'),
  });
  await page.reload();
  await expect(page.getByText('Your network or browser changed')).toBeVisible();
  await watch.confirmPassword(learner.password);
  await expect(page.getByRole('region', { name: 'Fullscreen Required' })).toBeVisible();
});

test('a signed path opens nothing when one character is changed', async ({
  server,
  lesson,
  learner,
}) => {
  const { client } = learner;
  const { playbackSessionId: playbackSession } = await openPlayback(learner, lesson.id);
  const input = { params: { id: lesson.id }, query: { playbackSession } };
  const manifest = await client.call(endpoints.videos.manifestDash, input);
  const [media] = listMedia(manifest, server.origin);
  const url = media?.firstSegmentUrl ?? '';
  const headers = { cookie: client.cookieHeader() };
  expect((await fetch(url, { headers })).status).toBe(200);
  const tokenAt = url.indexOf('/media/') + '/media/'.length;
  const changed = `${url.slice(0, tokenAt)}${url[tokenAt] === 'A' ? 'B' : 'A'}${url.slice(tokenAt + 1)}`;
  expect((await fetch(changed, { headers })).status).toBe(403);
});
