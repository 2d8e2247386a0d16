import { expect, type Page } from '@playwright/test';
import { findAllFaults } from '../fixtures/accessibility.ts';
import { keepPicture } from '../fixtures/keep-picture.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { recordIncidents } from '../fixtures/recorded-incidents.ts';
import { recordRequests } from '../fixtures/recorded-requests.ts';
import { test } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

async function pretend(page: Page, userAgent: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setUserAgentOverride', { userAgent });
}

test('a phone is refused before it is signed in, with the address to open elsewhere', async ({
  page,
  context,
  server,
  learner,
}, testInfo) => {
  await context.grantPermissions(['clipboard-write']);
  await pretend(page, phone);
  await page.setViewportSize({ width: 390, height: 844 });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(learner);
  await expect(signIn.error).toContainText('Please use a laptop, desktop computer, or Smart TV.');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(signIn.error).toContainText(`${server.origin}/login`);
  expect(await findAllFaults(page)).toEqual([]);
  await keepPicture(page, testInfo, 'sign-in', { fullPage: true });
});

test('a phone is blocked up front, in the words of the specification, and reported', async ({
  page,
  lesson,
  learner,
}, testInfo) => {
  const incidents = recordIncidents(page);
  const requests = recordRequests(page);
  await new SignInPage(page).signIn(learner);
  await pretend(page, phone);
  await page.setViewportSize({ width: 412, height: 915 });
  await page.goto(`/watch/${lesson.id}`);
  await expect(
    page.getByText(
      'Video playback is not available on mobile devices. Please use a laptop, desktop computer, or Smart TV.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect.poll(() => incidents.map(({ type }) => type)).toEqual(['mobile_device']);
  expect(requests.to('/stream')).toHaveLength(0);
  await expect(page.getByTestId('video')).toHaveCount(0);
  expect(await findAllFaults(page)).toEqual([]);
  await keepPicture(page, testInfo, 'phone');
});

test('a device that turns out to be a phone in playback is stopped within three seconds', async ({
  page,
  lesson,
  learner,
}, testInfo) => {
  await page.clock.install();
  const incidents = recordIncidents(page);
  await playLesson(page, learner, lesson);
  const video = await page.getByTestId('video').elementHandle();
  await pretend(page, phone);
  await page.clock.fastForward(3100);
  await expect(
    page.getByText('Video playback blocked: Mobile devices are not permitted', { exact: true }),
  ).toBeVisible();
  await expect(page.getByTestId('stage')).toHaveCount(0);
  const left = await video?.evaluate((element) =>
    element instanceof HTMLVideoElement ? [element.paused, element.getAttribute('src')] : null,
  );
  expect(left).toEqual([true, null]);
  await expect.poll(() => incidents.map(({ type }) => type)).toContain('mobile_device');
  expect(await findAllFaults(page)).toEqual([]);
  await keepPicture(page, testInfo, 'in-playback');
});

test('a visitor finds out whether lessons play here, and what keeps them from it', async ({
  page,
  context,
}, testInfo) => {
  await context.grantPermissions(['clipboard-write']);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Check whether lessons play on this device' }).click();
  const standing = page.getByRole('main').getByRole('status');
  await expect(standing).toContainText('Lessons will play on this device.');
  await expect(page.getByText(/^Your connection reaches [\d.]+ Mbit\/s/)).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);
  await keepPicture(page, testInfo, 'doctor', { fullPage: true });

  await pretend(page, phone);
  await page.route('**/playback-check/sample', (route) => route.abort());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(standing).toContainText('Something on this device prevents lessons from playing.');
  await expect(page.getByText('Please use a laptop, desktop computer, or Smart TV.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy summary' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Summary of the check' })).toHaveValue(
    /\[X\] Device and screen: .*\n[\s\S]*\[!\] Internet speed: /,
  );
  await page.getByRole('group', { name: 'Language' }).getByText('हिन्दी').click();
  await expect(standing).toContainText('इस डिवाइस पर किसी कमी से पाठ नहीं चलेंगे।');
  expect(await findAllFaults(page)).toEqual([]);
  await keepPicture(page, testInfo, 'doctor-problem', { fullPage: true });
});

test.describe('on a screen of 1280 pixels', () => {
  test.use({ screen: { width: 1280, height: 800 } });

  test('a desktop is asked for a wider one, at the sign-in and at a lesson', async ({
    page,
    lesson,
    learner,
  }, testInfo) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.submit(learner);
    await expect(signIn.error).toContainText('at least 1366 pixels wide');
    // A display that is removed again.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await signIn.signIn(learner);
    await page.setViewportSize({ width: 1280, height: 800 });
    const incidents = recordIncidents(page);
    const requests = recordRequests(page);
    await page.reload();
    await new LibraryPage(page).openLesson(lesson.title);
    await expect(page.getByRole('alert')).toContainText('at least 1366 pixels wide');
    await expect.poll(() => incidents.map(({ type }) => type)).toContain('screen_too_small');
    // Neither opened ahead nor at the click.
    expect([...requests.to('/stream'), ...requests.to('/tokens/generate')]).toEqual([]);
    expect(await findAllFaults(page)).toEqual([]);
    await keepPicture(page, testInfo, 'small');
  });

  test.describe('scaled by half', () => {
    test.use({ deviceScaleFactor: 1.5 });

    // In every run: `device-rule.test.ts`.
    test('a laptop plays: device pixels count', { tag: '@soak' }, async ({
      page,
      lesson,
      learner,
    }) => {
      const watch = await playLesson(page, learner, lesson);
      await watch.expectPlaying();
    });
  });
});
