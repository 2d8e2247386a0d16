import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect } from '@playwright/test';
import { findWholeChromium } from '../fixtures/chromium-path.ts';
import { test } from '../fixtures/test.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';

const library = { name: 'Library', level: 1 } as const;
const usedTwice = 'This sign-in was used in two places';

test('a copied profile is signed in without a password until the owner returns: then both are signed out', async ({
  playwright,
  launchOptions,
  server,
  learner,
}) => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'prahari-profile-'));
  const open = (name: string): Promise<BrowserContext> =>
    playwright.chromium.launchPersistentContext(path.join(place, name), {
      ...launchOptions,
      ...findWholeChromium(),
      baseURL: server.origin,
      locale: 'en-GB',
    });
  const pageOf = async (context: BrowserContext) => context.pages()[0] ?? context.newPage();
  try {
    const first = await open('owner');
    await new SignInPage(await pageOf(first)).signIn(learner);
    await first.close();
    await cp(path.join(place, 'owner'), path.join(place, 'copy'), { recursive: true });

    const copy = await open('copy');
    const thief = await pageOf(copy);
    await thief.goto('/');
    await expect(thief.getByRole('heading', library)).toBeVisible();

    const owner = await open('owner');
    const page = await pageOf(owner);
    await page.goto('/');
    await expect(page.getByText(usedTwice)).toBeVisible();
    await thief.reload();
    await expect(thief.getByText(usedTwice)).toBeVisible();

    // The owner knows the password, and reads what happened.
    await new SignInPage(page).submit(learner);
    await expect(page.getByRole('heading', library)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', library)).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText('A copy of a device was used')).toBeVisible();
    await Promise.all([copy.close(), owner.close()]);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});
