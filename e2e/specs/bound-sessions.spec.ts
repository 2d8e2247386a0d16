import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import {
  endBoundCookies,
  readBoundCookies,
  recordBinding,
  softwareKeys,
  spoilKeys,
} from '../fixtures/binding-browser.ts';
import { findWholeChromium } from '../fixtures/chromium-path.ts';
import { playLesson } from '../fixtures/play-lesson.ts';
import { testOnOwnServer } from '../fixtures/test.ts';
import { LibraryPage } from '../page-objects/library-page.ts';
import { SignInPage } from '../page-objects/sign-in-page.ts';
import { WatchPage } from '../page-objects/watch-page.ts';

// Browsers bind sessions only where the certificate is good.
const test = testOnOwnServer({ environment: { DEVICES_PER_LEARNER: '2' }, isBehindTls: true });
const library = { name: 'Library', level: 1 } as const;
const belongsElsewhere = /This session belongs to the browser it was opened in/;

test('a browser binds its session and keeps renewing it, a copy without the key can’t', async ({
  playwright,
  launchOptions,
  server,
  front,
  learner,
  lesson,
}) => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'prahari-profile-'));
  const open = async (name: string, ...features: readonly string[]) => {
    const context = await playwright.chromium.launchPersistentContext(path.join(place, name), {
      ...launchOptions,
      ...findWholeChromium(),
      args: [...(launchOptions.args ?? []), front?.chromiumArgument ?? '', ...features],
      baseURL: server.origin,
      locale: 'en-GB',
      screen: { width: 1920, height: 1080 },
    });
    const page = context.pages()[0] ?? (await context.newPage());
    return { context, page, deeds: await recordBinding(page) };
  };
  try {
    const first = await open('owner', softwareKeys);
    await playLesson(first.page, learner, lesson);
    const renewed = 'cookie: Refreshed';
    const expected = ['bound: Success', renewed];
    await expect.poll(() => first.deeds).toEqual(expected);

    // A renewal, then the start of a lesson: the browser holds both back until it has its cookie.
    await endBoundCookies(first.page);
    await first.page.goto('/profile');
    await expect(first.page.getByText('Bound to its browser')).toBeVisible();
    await expect.poll(() => first.deeds).toEqual([...expected, renewed]);
    await endBoundCookies(first.page);
    await first.page.goto(`/watch/${lesson.id}`);
    const watch = new WatchPage(first.page);
    await watch.enterFullscreen();
    await watch.expectPlaying();
    await expect.poll(() => first.deeds).toEqual([...expected, renewed, renewed]);
    await first.context.close();

    for (const name of ['moved', 'old']) {
      await cp(path.join(place, 'owner'), path.join(place, name), { recursive: true });
    }
    await spoilKeys(path.join(place, 'moved'));
    const copies = [
      {
        copy: await open('moved', softwareKeys),
        deeds: ['cookie: FatalError', 'over: FailedToUnwrapKey'],
      },
      // One that knows nothing of all this.
      { copy: await open('old'), deeds: [] },
    ];
    for (const { copy, deeds } of copies) {
      const answers: string[] = [];
      copy.page.on('response', (response) => {
        const call = /\/api\/v1\/(?:auth\/refresh|drm\/.*|videos\/.*)$/.exec(response.url())?.[0];
        if (call) answers.push(`${call}: ${response.status()}`);
      });
      await endBoundCookies(copy.page);
      await copy.page.goto(`/watch/${lesson.id}`);
      await expect(copy.page.getByText(belongsElsewhere)).toBeVisible();
      expect(answers).toEqual(['/api/v1/auth/refresh: 401']);
      await expect.poll(() => copy.deeds).toEqual(deeds);
      await copy.context.close();
    }

    const again = await open('owner', softwareKeys);
    await endBoundCookies(again.page);
    await again.page.goto('/');
    await expect(again.page.getByRole('heading', library)).toBeVisible();
    const [old] = await readBoundCookies(again.context);
    await new LibraryPage(again.page).signOut();
    expect(await readBoundCookies(again.context)).toEqual([]);
    // The browser asks for the cookie of the old session once more, and then deletes it.
    await new SignInPage(again.page).submit(learner);
    await expect(again.page.getByRole('heading', library)).toBeVisible();
    await again.page.reload();
    await expect(again.page.getByRole('heading', library)).toBeVisible();
    await expect.poll(() => again.deeds).toContain('over: ServerRequested');
    const names = (await readBoundCookies(again.context)).map(({ name }) => name);
    expect(names).toHaveLength(2);
    expect(names).not.toContain(old?.name);
    await again.context.close();
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});
