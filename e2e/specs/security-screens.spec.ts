import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { endpoints } from '@prahari/contract';
import { createLearner } from '../client/accounts.ts';
import { openPlayback } from '../client/playback.ts';
import { findFaultsInBothThemes } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const screens: readonly (readonly [string, string, (page: Page, code: string) => Promise<void>])[] =
  [
    [
      'incidents',
      'tab=incidents',
      async (page) => {
        await page.locator('main li [aria-expanded="false"]').first().press('Enter');
        // Three equal ones at once, and the end of access.
        await expect(page.locator('main ol li')).toHaveCount(2);
      },
    ],
    [
      'incident',
      'tab=incidents&view=single',
      async (page) => {
        // What stands there while the list is read opens nothing.
        await rowOf(page);
        await page.locator('tbody tr').first().click();
        await expect(page.getByRole('dialog').locator('dl').first()).toBeVisible();
      },
    ],
    ['terminations', 'tab=terminations', async (page) => rowOf(page)],
    [
      'lift',
      'tab=terminations',
      async (page) => {
        await page.locator('tbody button').first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    ],
    [
      'watermark',
      'tab=watermarks',
      async (page, code) => {
        await page.locator('main form input').fill(code);
        await page.locator('main form button').click();
        await expect(page.locator('main dl')).toBeVisible();
      },
    ],
    [
      'protection',
      'tab=playbacks',
      async (page) => {
        await page.locator('tbody button').first().click();
        await expect(page.getByRole('dialog').locator('dl').first()).toBeVisible();
      },
    ],
  ];

/** The page of key systems once a licence was requested and recorded. */
const keySystemsShown = async (page: Page) => {
  await expect(page.locator('main table').last()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/[a-z]_[a-z]/);
};

const rowOf = (page: Page) => expect(page.locator('tbody tr a').first()).toBeVisible();

test('an administrator sees what players saw, restores access, and finds whose a recording is', async ({
  page,
  server,
  lesson,
  adminAccount,
}) => {
  const learner = await createLearner(server.admin.client);
  const { id: learnerId } = await learner.client.call(endpoints.users.profile, {});
  const { playbackSessionId, watermark } = await openPlayback(learner, lesson.id);
  const asking = { query: { playbackSession: randomUUID() }, body: { kids: ['A'.repeat(22)] } };
  await expect(learner.client.call(endpoints.drm.clearKeyLicense, asking)).rejects.toThrow();
  await learner.client.call(endpoints.videos.protection, {
    params: { id: lesson.id },
    body: {
      playbackSession: playbackSessionId,
      keySystem: 'org.w3.clearkey',
      videoRobustness: '',
      audioRobustness: '',
      hdcp: 'unknown',
      watermarkCoverage: 1,
      cannotPrevent: ['camera_at_screen', 'software_decryption'],
    },
  });
  const told = { event: 'play' as const, position: 0, duration: 60, detail: { startMs: '900' } };
  await learner.client.call(endpoints.videos.analytics, {
    params: { id: lesson.id },
    body: {
      playbackSession: playbackSessionId,
      events: [{ ...told, id: randomUUID(), timestamp: new Date().toISOString() }],
    },
  });
  const incidents = [0, 1, 2].map((at) => ({
    id: randomUUID(),
    type: 'screen_capture_api' as const,
    confidence: 'high' as const,
    playbackSessionId,
    videoId: null,
    message: 'getDisplayMedia was called',
    occurredAt: new Date(Date.now() + at * 10_000).toISOString(),
    warningCount: at,
    url: `/watch/${lesson.id}`,
    metadata: { screen: '1920x1080' },
  }));
  const answer = await learner.client.call(endpoints.security.reportIncidents, {
    body: { incidents },
  });
  expect(answer.violations).toMatchObject([{ count: 3, terminated: true }]);

  await page.setViewportSize({ width: 1366, height: 768 });
  await new SignInPage(page).signIn(adminAccount);
  await page.goto('/admin/security');
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();

  const findings: Record<string, string[]> = {};
  const look = async (name: string) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    const found = await findFaultsInBothThemes(page);
    if (found.length > 0) findings[name] = found;
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const read = (language: string) =>
    page.evaluate((chosen) => localStorage.setItem('prahari.language', chosen), language);
  await read('hi');
  for (const [name, address, open] of screens) {
    await page.goto(`/admin/security?${address}`);
    await open(page, watermark.sessionCode);
    await look(name);
  }
  await page.goto('/admin/key-systems');
  await keySystemsShown(page);
  await look('key systems');
  // With figures, once they are counted.
  for (const [name, address] of [
    ['quality', '/admin/quality'],
    ['video analytics', `/admin/videos/${lesson.id}?tab=analytics`],
    ['videos', '/admin/analytics?tab=videos'],
  ] as const) {
    await expect(async () => {
      await page.goto(address);
      const figures = page.getByRole('main').locator('dl, tbody');
      await expect(figures.first()).toBeVisible({ timeout: 5000 });
    }).toPass();
    await look(name);
  }
  await page.goto(`/admin/users/${learnerId}`);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(6);
  for (let at = 0; at < 6; at += 1) {
    if (at === 0) await tabs.first().focus();
    else await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(at)).toBeFocused();
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').locator('h2, table').first()).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await look(`learner ${at}`);
  }
  await page.keyboard.press('ArrowRight');
  await expect(tabs.first()).toBeFocused();
  await read('en');
  await page.goto('/admin/key-systems');
  await keySystemsShown(page);
  expect(findings).toEqual({});

  await test.step('a detail has its own address, by the keyboard', async () => {
    // Other tests have learners of the same name on this server.
    await page.goto(`/admin/security?user=${learnerId}&f.type=screen_capture_api`);
    await page.getByRole('button', { name: 'Asha Kumari' }).press('Enter');
    await expect(page.getByRole('main')).toContainText('3 violations');
    const timeline = page.getByRole('list', { name: 'What happened, in order' });
    await expect(timeline).toContainText('Access to the video was blocked');
    await timeline.getByRole('button').first().press('Enter');
    await expect(page).toHaveURL(/incident=[\da-f-]{36}/);
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Incident' })).toContainText('1920x1080');
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/incident=/);
  });

  await test.step('access is restored with a reason, and the learner plays again', async () => {
    await page.goto(`/admin/security?tab=terminations&user=${learnerId}`);
    await page.getByRole('button', { name: 'Restore access' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Restore access' });
    await dialog.getByRole('button', { name: 'Restore access' }).click();
    await expect(dialog.getByText('Enter a reason of at least three letters.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A mistake of the browser');
    await dialog.getByRole('button', { name: 'Restore access' }).click();
    await expect(dialog).toBeHidden();
    const again = await openPlayback(learner, lesson.id);
    expect(again.violations).toEqual({ count: 0, terminated: false });
  });

  await test.step('a code that is read badly is found, an unknown one says what to do', async () => {
    await page.goto('/admin/security?tab=watermarks');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('ABC');
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByText('A code has eight characters.')).toBeVisible();
    await code.fill(`?${watermark.sessionCode.slice(1)}`);
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('main')).toContainText(learner.contactNumber);
    await expect(page.getByRole('main').getByText('Asha Kumari')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Block' })).toBeVisible();
    await code.fill('ZZZZ2222');
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('heading', { name: 'No playback has this code' })).toBeVisible();
  });
});
