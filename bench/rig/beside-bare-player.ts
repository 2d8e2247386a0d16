import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { desktop, launchBrowser } from './browser.ts';
import { openForBarePlayer } from './open-for-bare-player.ts';
import { startPeer } from './peer.ts';
import type { Site } from './site.ts';

export interface BarePlayer {
  readonly browser: Browser;
  /** Where the bare page is: Shaka at hand, the same files, the same keys, and nothing of us. */
  readonly address: string;
  /** A page of its own with it, whose lesson was begun by a click. */
  open(): Promise<Page>;
}

/**
 * Measures in a browser that can also play a lesson in a bare page, and ends both.
 * @throws NotPossible where no browser starts
 */
export async function besideBarePlayer<Result>(
  site: Site,
  videoId: string,
  measure: (bare: BarePlayer) => Promise<Result>,
): Promise<Result> {
  const peer = await startPeer('bare-player', {
    LESSON_DIR: path.join(site.dataDir, 'media', 'videos', videoId),
    ...(await openForBarePlayer(site, videoId)),
  });
  try {
    const browser = await launchBrowser();
    const address = `http://127.0.0.1:${peer.port}/`;
    async function open(): Promise<Page> {
      const page = await (await browser.newContext(desktop)).newPage();
      await page.goto(address);
      await page.locator('button').click();
      return page;
    }
    try {
      return await measure({ browser, address, open });
    } finally {
      await browser.close();
    }
  } finally {
    await peer.stop();
  }
}
