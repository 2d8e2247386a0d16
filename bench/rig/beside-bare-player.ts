import path from 'node:path';
import { endpoints } from '@prahari/contract';
import type { Browser, Page } from 'playwright';
import type { Rig } from '../measurement.ts';
import { confirmPassword, desktop, launchBrowser, signInByForm } from './browser.ts';
import { startPeer } from './peer.ts';
import { openPlayback } from './playback.ts';
import type { Site } from './site.ts';

export interface BothPlayers {
  readonly browser: Browser;
  readonly videoId: string;
  /** Where Prahari is. */
  readonly origin: string;
  /** Where the bare page is: Shaka at hand, the same files, the same keys, and nothing of us. */
  readonly bareAddress: string;
  /** A page of Prahari at the lesson, signed in and with the password confirmed. */
  openOurs(): Promise<Page>;
  /** The bare page, whose lesson was begun by a click. */
  openBare(): Promise<Page>;
}

/**
 * Measures in a browser that can play a lesson of Prahari and of a bare page, and ends both.
 * @throws NotPossible where no browser starts
 */
export async function measureBesideBarePlayer<Result>(
  rig: Rig,
  measure: (players: BothPlayers) => Promise<Result>,
): Promise<Result> {
  const site = await rig.site();
  const videoId = await site.lessonId();
  const { origin } = site;
  // Another learner than in other rows: a stream there would conflict with this one.
  const { account } = await site.newLearner();
  const peer = await startPeer('bare-player', {
    LESSON_DIR: path.join(site.dataDir, 'media', 'videos', videoId),
    ...(await openForBarePlayer(site, videoId)),
  });
  try {
    const browser = await launchBrowser();
    const bareAddress = `http://127.0.0.1:${peer.port}/`;
    const newPage = async () => (await browser.newContext(desktop)).newPage();
    async function openOurs(): Promise<Page> {
      const page = await newPage();
      await signInByForm(page, origin, account);
      await confirmPassword(page, origin, { videoId, password: account.password });
      return page;
    }
    async function openBare(): Promise<Page> {
      const page = await newPage();
      await page.goto(bareAddress);
      await page.locator('button').click();
      return page;
    }
    try {
      return await measure({ browser, videoId, origin, bareAddress, openOurs, openBare });
    } finally {
      await browser.close();
    }
  } finally {
    await peer.stop();
  }
}

/** What the bare player needs: the manifest, with nothing of us in it, and a licence for all it names. */
async function openForBarePlayer(site: Site, videoId: string) {
  // Another learner, as each plays in one place at a time.
  const { client, account } = await site.newLearner();
  const { password } = account;
  await client.call(endpoints.auth.validatePassword, { body: { password } });
  const playback = await openPlayback({ learner: client }, videoId);
  const licence = await client.call(endpoints.drm.clearKeyLicense, {
    query: { playbackSession: playback.id },
    body: { kids: [...playback.keyIds], type: 'temporary' },
  });
  return {
    MANIFEST: playback.manifest.replace(/<BaseURL>[^<]*<\/BaseURL>/, ''),
    LICENCE: JSON.stringify(licence),
  };
}
