import { expect, type Page } from '@playwright/test';
import { findSeriousFaults } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

/**
 * Answers the first sign-in as where others used up the attempts at the account; later ones
 * continue once `mayGoOn` allows it: on a fast machine the work is done before its progress could
 * be seen.
 */
async function orderWork(
  page: Page,
  bits: number,
  mayGoOn: Promise<void> = Promise.resolve(),
): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route('**/api/v1/auth/login', async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) {
      await mayGoOn;
      return route.continue();
    }
    const work = { challenge: `${bits}.1930000000.anything.of.ours`, parts: 16, bits };
    await route.fulfill({
      status: 429,
      json: {
        error: {
          type: 'RateLimitError',
          code: 'RATE_LIMIT_EXCEEDED',
          message: 'Too many login attempts. Please wait a moment and try again.',
          details: { reason: 'proof_of_work_required', work },
        },
        meta: {
          timestamp: new Date().toISOString(),
          path: '/api/v1/auth/login',
          correlationId: 'c-42',
        },
      },
    });
  });
  return sent;
}

test('a new device works for its sign-in, says so, and gets in', async ({ page, learner }) => {
  const seen = Promise.withResolvers<void>();
  const sent = await orderWork(page, 16, seen.promise);
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(learner);
  await expect(page.getByRole('main').getByRole('status')).toContainText('Checking this device…');
  seen.resolve();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({
    contactNumber: learner.contactNumber,
    proofOfWork: { numbers: { length: 16 } },
  });
});

// In every run: `SignInForm.test.tsx`.
test('the work can be cancelled from the keyboard while it runs', { tag: '@soak' }, async ({
  page,
  learner,
}) => {
  const sent = await orderWork(page, 18);
  // The most that is ordered, at a tenth of the speed: it is never done before it is cancelled.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(learner);
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toContainText('Checking this device…');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(status).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused();
  await expect(signIn.error).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect(await findSeriousFaults(page)).toEqual([]);
});
