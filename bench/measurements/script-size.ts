import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Response } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { confirmPassword, desktop, launchBrowser, signInByForm } from '../rig/browser.ts';
import type { Row } from '../row.ts';

/** What a learner's first page may weigh, with what guards playback and must be there before all else. */
const goalKilobytes = 140;
/** Half of it is Shaka; what stands below a video is fetched when the learner comes near it. */
const watchKilobytes = 384;
const playerKilobytes = 58;

/** The scripts that a page fetches until it is at rest, compressed with gzip's usual effort. */
export const scriptSize: Measurement = {
  name: 'scripts',
  async run(rig) {
    const site = await rig.site();
    const { origin, learnerAccount, adminAccount } = site;
    const videoId = await site.lessonId();
    const browser = await launchBrowser();
    try {
      const stranger = await browser.newContext(desktop);
      // Has watched nothing here yet: others find the player in their cache, and compile it ahead.
      const newcomer = await browser.newContext(desktop);
      await signInByForm(await newcomer.newPage(), origin, learnerAccount);
      const learner = await browser.newContext(desktop);
      const page = await learner.newPage();
      await signInByForm(page, origin, learnerAccount);
      await confirmPassword(page, origin, { videoId, password: learnerAccount.password });
      await page.close();
      const admin = await browser.newContext(desktop);
      await signInByForm(await admin.newPage(), origin, adminAccount);
      const library = await sizesOf(newcomer, `${origin}/`);
      const watch = await sizesOf(learner, `${origin}/watch/${videoId}`);
      return [
        rowOf('sign-in', await sizesOf(stranger, `${origin}/login`)),
        rowOf('library', library, { what: 'limit', value: goalKilobytes }),
        rowOf('watch', watch, { what: 'limit', value: watchKilobytes }),
        await beyondShaka(library, watch),
        rowOf('uploads', await sizesOf(admin, `${origin}/admin/uploads`)),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Bytes by path, compressed. */
type Sizes = Readonly<Record<string, number>>;

async function sizesOf(context: BrowserContext, address: string): Promise<Sizes> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  // It stays open, so that the page would never be at rest.
  await page.route('**/admin/alerts/live', (route) => route.abort());
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const sizes: Record<string, number> = {};
  for (const [url, response] of scripts) {
    sizes[new URL(url).pathname] = gzipSync(await response.body()).length;
  }
  await page.close();
  return sizes;
}

/** What only the player's page fetches, beside the library that it is built on. */
async function beyondShaka(library: Sizes, watch: Sizes): Promise<Row> {
  const shaka = createRequire(import.meta.url).resolve('shaka-player/dist/shaka-player.dash.js');
  const shakaBytes = gzipSync(await readFile(shaka)).length;
  const own = Object.entries(watch).filter(([path]) => !(path in library));
  const ownBytes = own.reduce((sum, [, size]) => sum + size, 0);
  return {
    name: 'scripts of the player beyond Shaka',
    unit: 'kB',
    ours: (ownBytes - shakaBytes) / 1000,
    against: { what: 'limit', value: playerKilobytes },
    goal: { atMost: 1 },
    details: { shakaBytes, gzipBytes: Object.fromEntries(own) },
  };
}

function rowOf(name: string, sizes: Sizes, limit?: Row['against']): Row {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return {
    name: `scripts of the ${name} page`,
    unit: 'kB',
    ours: total / 1000,
    against: limit ?? { what: 'limit of the library', value: goalKilobytes },
    ...(limit ? { goal: { atMost: 1 } } : {}),
    details: { gzipBytes: sizes },
  };
}
