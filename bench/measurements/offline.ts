import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import * as z from 'zod';
import type { Measurement } from '../measurement.ts';
import { confirmPassword, desktop, launchBrowser, signInByForm } from '../rig/browser.ts';
import { timeClick, watchFirstFrames } from '../rig/first-frame.ts';
import type { Site } from '../rig/site.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

const rounds = 12;
const run = promisify(execFile);
const web = path.join(import.meta.dirname, '..', '..', 'web', 'src');
const sealsProgram = path.join(web, 'domain', 'offline', 'testing', 'measure-seals.ts');
/** 'Long' by the W3C Long Tasks API. */
const longTaskMs = 50;

/**
 * What keeping a lesson costs: sealing and opening its segments against AES-GCM alone, the start of a
 * copy against the start online, and how long the page is held up while one is fetched.
 */
export const offline: Measurement = {
  name: 'offline',
  async run(rig) {
    const site = await rig.site();
    const browser = await launchBrowser();
    try {
      return [...(await measureSeals()), ...(await measureStarts(browser, site))];
    } finally {
      await browser.close();
    }
  },
};

const timesSchema = z.object({
  segmentBytes: z.number(),
  ours: z.array(z.number()),
  bare: z.array(z.number()),
});

async function measureSeals(): Promise<Row[]> {
  const { stdout } = await run(process.execPath, [sealsProgram]);
  const { segmentBytes, ...times } = timesSchema.parse(JSON.parse(stdout));
  const rate = (list: readonly number[]) => segmentBytes / 1e6 / (median(list) / 1000);
  return [
    {
      name: 'segments sealed and opened',
      unit: 'MB/s',
      ours: rate(times.ours),
      against: { what: 'AES-GCM alone', value: rate(times.bare) },
      goal: { atLeast: 0.6 },
      details: { roundsMs: times },
    },
  ];
}

async function measureStarts(browser: Browser, site: Site): Promise<Row[]> {
  const { origin } = site;
  const videoId = await site.lessonId();
  const { account } = await site.newLearner();
  const page = await (await browser.newContext(desktop)).newPage();
  await signInByForm(page, origin, account);
  await confirmPassword(page, origin, { videoId, password: account.password });
  const longestMs = await measureDownload(page);
  await watchFirstFrames(page);
  const online = { address: `${origin}/`, target: `a[href="/watch/${videoId}"]` };
  const kept = { address: `${origin}/downloads`, target: 'a[href^="/offline/"]' };
  const times = { kept: [] as number[], online: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const isKeptFirst = round % 2 === 0;
    const early = isKeptFirst ? await timeClick(page, kept) : undefined;
    const onlineMs = await timeClick(page, online);
    const keptMs = early ?? (await timeClick(page, kept));
    // The first round fills the caches of the browser.
    if (round === 0) continue;
    times.kept.push(keptMs);
    times.online.push(onlineMs);
  }
  return [
    {
      name: 'click to first frame, of a copy',
      unit: 'ms',
      ours: median(times.kept),
      against: { what: 'the same lesson online', value: median(times.online) },
      goal: { atMost: 1.2 },
      details: { roundsMs: times },
    },
    {
      name: 'longest task of the page while a copy is fetched',
      unit: 'ms',
      ours: longestMs,
      against: { what: 'limit', value: longTaskMs },
      goal: { atMost: 1 },
    },
  ];
}

/** Fetches a copy on the page of a lesson that is loaded and at rest. @returns the longest task */
async function measureDownload(page: Page): Promise<number> {
  const heading = page.getByRole('heading', { name: 'Notes' });
  await page.mouse.wheel(0, 2000);
  await heading.waitFor();
  const button = page.getByRole('button', { name: 'Download' });
  await button.waitFor();
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const known = Number(document.documentElement.dataset['longestTask'] ?? 0);
      const longest = Math.max(known, ...list.getEntries().map(({ duration }) => duration));
      document.documentElement.dataset['longestTask'] = String(longest);
    }).observe({ type: 'longtask' });
  });
  await button.click();
  await page.getByRole('link', { name: 'Downloaded' }).waitFor({ timeout: 120_000 });
  return page.evaluate(() => Number(document.documentElement.dataset['longestTask'] ?? 0));
}
