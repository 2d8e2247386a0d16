import type { Browser, Page } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { confirmPassword, desktop, launchBrowser, signInByForm } from '../rig/browser.ts';
import { timeClick, watchFirstFrames } from '../rig/first-frame.ts';
import type { Site } from '../rig/site.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

const rounds = 12;
/** As long as a pointer stays on a card before its button goes down. */
const restMs = 400;
/** The nearest line there is, and one of a learner; in milliseconds a round trip. */
const lines = [
  { what: 'on this machine', latencyMs: 0, atMost: 0.85 },
  { what: 'over a line of 100 ms', latencyMs: 100, atMost: 0.75 },
] as const;

/**
 * Measures the gain of opening a lesson before the click on its card: from the click to the first
 * picture as it is, against the same with every opening ahead refused on its way to the server.
 * Code and player are prepared ahead on both sides. If this is no clear win, it has to go: it opens
 * lessons that are never watched.
 */
export const openAhead: Measurement = {
  name: 'open-ahead',
  async run(rig) {
    const site = await rig.site();
    const browser = await launchBrowser();
    try {
      const ahead = await openLibrary(browser, site, { refusesAhead: false });
      const atClick = await openLibrary(browser, site, { refusesAhead: true });
      const rows: Row[] = [];
      for (const line of lines) {
        const times = await alternate(line.latencyMs, ahead, atClick);
        rows.push({
          name: `click to first frame, opened ahead ${line.what}`,
          unit: 'ms',
          ours: median(times.ahead),
          against: { what: 'opened at the click', value: median(times.atClick) },
          goal: { atMost: line.atMost },
          details: { roundsMs: times },
        });
      }
      return rows;
    } finally {
      await browser.close();
    }
  },
};

interface Library {
  setLatency(latencyMs: number): Promise<void>;
  /** Milliseconds from the click on the lesson to its first picture. */
  time(): Promise<number>;
}

async function alternate(latencyMs: number, ahead: Library, atClick: Library) {
  for (const library of [ahead, atClick]) await library.setLatency(latencyMs);
  const times = { ahead: [] as number[], atClick: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const isAheadFirst = round % 2 === 0;
    const early = isAheadFirst ? await ahead.time() : undefined;
    const atClickMs = await atClick.time();
    const aheadMs = early ?? (await ahead.time());
    // The first round fills the caches of the browser.
    if (round === 0) continue;
    times.ahead.push(aheadMs);
    times.atClick.push(atClickMs);
  }
  return times;
}

/** Opens the library for a new learner, who watched the lesson before. */
async function openLibrary(
  browser: Browser,
  site: Site,
  { refusesAhead }: { readonly refusesAhead: boolean },
): Promise<Library> {
  const { origin } = site;
  const videoId = await site.lessonId();
  const { account } = await site.newLearner();
  const page = await (await browser.newContext(desktop)).newPage();
  await signInByForm(page, origin, account);
  await confirmPassword(page, origin, { videoId, password: account.password });
  await watchFirstFrames(page);
  const { openings, setLatency } = await watchOpenings(page, refusesAhead);
  const target = `a[href="/watch/${videoId}"]`;
  return {
    setLatency,
    async time() {
      openings.length = 0;
      const ms = await timeClick(page, { address: `${origin}/`, target, restMs });
      // Playback here would slow the other side down.
      await page.goto('about:blank');
      const last = openings.at(-1);
      const isAsMeant =
        openings.includes('ahead') && last === (refusesAhead ? 'at click' : 'ahead');
      if (!isAsMeant) throw new Error(`the lesson was opened otherwise: ${openings.join(', ')}`);
      return ms;
    },
  };
}

type OpeningKind = 'ahead' | 'at click';

/** Below Playwright's own routes, which would take the cache from the page. */
async function watchOpenings(page: Page, refusesAhead: boolean) {
  const openings: OpeningKind[] = [];
  const protocol = await page.context().newCDPSession(page);
  protocol.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isAhead = request.url.endsWith('/open-ahead');
    openings.push(isAhead ? 'ahead' : 'at click');
    const answered =
      isAhead && refusesAhead
        ? protocol.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
        : protocol.send('Fetch.continueRequest', { requestId });
    // The page may be closed by then.
    answered.catch(() => undefined);
  });
  await protocol.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/stream' }, { urlPattern: '*/open-ahead' }],
  });
  return {
    openings,
    async setLatency(latency: number): Promise<void> {
      await protocol.send('Network.enable');
      await protocol.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    },
  };
}
