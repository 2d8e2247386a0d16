import { type BrowserContext, expect } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createLearner } from '../client/accounts.ts';
import { type Lesson, publishLesson } from '../client/videos.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { type SharedServer, test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/** Longer than an access token lives (specification, section 9: 900 s). */
const tokenGoneSeconds = 901;

test.afterEach(({ server }) => server.putClockAhead(0));

/** The user, their sessions, their offline copies, their login history, and what was done to them. */
const callsOfUserPage = 5;

/** The requests of one browser since, and their answers. */
function watchCalls(context: BrowserContext) {
  const answers: { path: string; query: string; status: number }[] = [];
  context.on('response', (response) => {
    const { pathname: path, search: query } = new URL(response.url());
    if (path.startsWith('/api/')) answers.push({ path, query, status: response.status() });
  });
  const answered = (status: number) => answers.filter((answer) => answer.status === status);
  return {
    renewals: () => answers.filter(({ path }) => path.endsWith('/auth/refresh')),
    answered,
    answeredAbout: (id: string) =>
      answered(200).filter(({ path, query }) => `${path}${query}`.includes(id)),
  };
}

/**
 * Every token of the server is too old now; what pages have kept is stale too. No call falls
 * between the two clocks: the network is off for that time, and when it returns every tab requests
 * everything again that it shows.
 */
async function letTokensExpire(server: SharedServer, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await server.putClockAhead(tokenGoneSeconds);
  await context.clock.setFixedTime(Date.now() + tokenGoneSeconds * 1000);
  await context.setOffline(false);
}

const tabs = process.env['SOAK'] === 'on' ? 5 : 3;
test(`${tabs} tabs whose token expires at one moment renew it once`, async ({
  page,
  context,
  server,
  adminAccount,
}) => {
  const { contactNumber } = await createLearner(server.admin.client);
  const list = await server.admin.client.call(endpoints.users.list, {
    query: { search: contactNumber },
  });
  const id = list.items[0]?.id ?? '';
  const address = `/admin/users/${id}?tab=account`;
  await new SignInPage(page).signIn(adminAccount);
  const others = await Promise.all(Array.from({ length: tabs - 1 }, () => context.newPage()));
  const pages = [page, ...others];
  const first = watchCalls(context);
  for (const tab of pages) {
    await tab.goto(address);
    await expect(tab.getByRole('heading', { name: 'Activity' })).toBeVisible();
  }
  // A call that is still under way when tokens expire would have its tab renew ahead of the others.
  await expect.poll(() => first.answeredAbout(id).length).toBe(callsOfUserPage * tabs);
  const calls = watchCalls(context);
  await letTokensExpire(server, context);
  await expect.poll(() => calls.answeredAbout(id).length).toBe(callsOfUserPage * tabs);
  expect(calls.renewals().map(({ status }) => status)).toEqual([200]);
  for (const tab of pages) {
    await expect(tab).toHaveURL(address);
    await expect(tab.getByRole('alert')).toHaveCount(0);
  }
});

// In every run: `renewal.test.ts`, the test above.
test('tabs that are opened all at once stay signed in, each', { tag: '@soak' }, async ({
  page,
  context,
  learner,
}) => {
  await new SignInPage(page).signIn(learner);
  const opened = await Promise.all(Array.from({ length: tabs }, () => context.newPage()));
  const calls = watchCalls(context);
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(opened.map((tab) => tab.goto('/')));
    for (const tab of opened) {
      await expect(tab.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
    }
  }
  expect(calls.renewals().filter(({ status }) => status !== 200)).toEqual([]);
  expect(calls.answered(401)).toEqual([]);
});

test.describe('while a lesson plays', () => {
  let lesson: Lesson;
  test.beforeAll(async ({ server }) => {
    lesson = await publishLesson(server.admin.client, server.dataDir, {
      title: 'A long lesson',
      seconds: 140,
    });
  });

  test('its token is renewed in another tab, and it plays on', async ({
    page,
    context,
    server,
    learner,
  }) => {
    const watch = await playLesson(page, learner, lesson);
    const other = await context.newPage();
    await other.goto('/');
    await new LibraryPage(other).lesson(lesson.title).waitFor();
    await page.bringToFront();
    await watch.expectPlaying();
    // The player reports on its own: it may be the one that renews.
    const calls = watchCalls(context);
    await letTokensExpire(server, context);

    await other.getByRole('button', { name: /^Account:/ }).dispatchEvent('click');
    await other.getByRole('menuitem', { name: 'Profile' }).dispatchEvent('click');
    await expect(other.getByText('This session', { exact: true })).toBeVisible();
    await watch.expectPlaying();
    // Beyond what is fetched ahead, and far from the end.
    await watch.jumpTo(90);
    await watch.expectPlaying();
    expect(calls.renewals().map(({ status }) => status)).toEqual([200]);
    await expect(watch.error).toHaveCount(0);
  });

  test('signing out in another tab ends it, and brings both to the sign-in page', async ({
    page,
    context,
    learner,
  }) => {
    await playLesson(page, learner, lesson);
    const other = await context.newPage();
    await other.goto('/');
    await new LibraryPage(other).signOut();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByTestId('video')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('an administrator ends the session: the player stops and says what to do', async ({
    page,
    server,
    learner,
  }) => {
    await playLesson(page, learner, lesson);
    const { client } = server.admin;
    const query = { search: learner.contactNumber };
    const { items } = await client.call(endpoints.users.list, { query });
    await client.call(endpoints.users.signOut, { params: { id: items[0]?.id ?? '' } });
    await expect(page.getByTestId('video')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'session' })).toHaveText(
      'Your session has expired. Please log in again.',
    );
  });
});
