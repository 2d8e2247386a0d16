import { endpoints } from '@prahari/contract';
import { percentile } from '@prahari/virtual-learners';
import type { BrowserContext, Locator, Page, Request } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { confirmPassword, desktop, launchBrowser, signInByForm } from '../rig/browser.ts';
import type { Site } from '../rig/site.ts';
import { readVitals, slowDown, type Vitals, watchVitals } from '../rig/vitals.ts';
import type { Row } from '../row.ts';

/** A fourth of this machine on a line of the third generation: 50 kB/s, 400 ms a round trip. */
const weak = { cpu: 4, latencyMs: 400, bytesPerSecond: 50_000 };
/** 'Good' by Web Vitals; of layout shifts half of what they allow. */
const limits = { interactionMs: 200, layoutShift: 0.05 };
/** So that tables have rows. */
const moreUsers = 30;
/** Of each kind of control on a page. */
const atMost = 2;
/** A page is there once none of its calls was open for so long. */
const restMs = 1000;
const settleWithinMs = 120_000;
/** The same browser on the same machine, with a page that has nothing to do but paint. */
const emptyPage = `data:text/html,<main><h1>Empty</h1><input type="search"><input type="checkbox">
<button aria-haspopup="true">Menu</button></main>`;

/**
 * What using the pages feels like on a weak machine: from an interaction to the next paint, and how
 * far things move while a page loads.
 */
export const responsiveness: Measurement = {
  name: 'responsiveness',
  async run(rig) {
    const site = await rig.site();
    const pages = await listPages(site);
    const browser = await launchBrowser();
    const seen: Record<string, Vitals> = {};
    let empty: Vitals;
    try {
      const contexts = {
        learner: await browser.newContext(desktop),
        admin: await browser.newContext(desktop),
      };
      await prepare(contexts, site);
      empty = await measurePage(contexts.learner, emptyPage, tryControls);
      for (const { name, path, as } of pages) {
        seen[name] = await measurePage(
          contexts[as],
          `${site.origin}${path}`,
          ways[name] ?? tryControls,
        );
      }
    } finally {
      await browser.close();
    }
    return rowsOf(seen, empty);
  },
};

interface KnownPage {
  readonly name: string;
  readonly path: string;
  readonly as: 'learner' | 'admin';
}

async function listPages(site: Site): Promise<KnownPage[]> {
  const videoId = await site.lessonId();
  return [
    { name: 'library', path: '/', as: 'learner' },
    { name: 'watch', path: `/watch/${videoId}`, as: 'learner' },
    { name: 'profile', path: '/profile', as: 'learner' },
    { name: 'overview', path: '/admin', as: 'admin' },
    { name: 'users', path: '/admin/users', as: 'admin' },
    { name: 'videos', path: '/admin/videos', as: 'admin' },
    { name: 'one video', path: `/admin/videos/${videoId}`, as: 'admin' },
    { name: 'security', path: '/admin/security', as: 'admin' },
    { name: 'audit log', path: '/admin/audit-log', as: 'admin' },
    { name: 'system', path: '/admin/system', as: 'admin' },
  ];
}

async function prepare(
  { learner, admin }: Readonly<Record<KnownPage['as'], BrowserContext>>,
  site: Site,
): Promise<void> {
  const { origin, learnerAccount, adminAccount } = site;
  for (let at = 0; at < moreUsers; at += 1) {
    const contactNumber = `+91${9_700_000_000 + at}`;
    const body = { name: `Learner ${at}`, contactNumber, userType: 'LEARNER' } as const;
    await site.admin.call(endpoints.users.create, { body });
  }
  const page = await learner.newPage();
  await signInByForm(page, origin, learnerAccount);
  const { password } = learnerAccount;
  await confirmPassword(page, origin, { videoId: await site.lessonId(), password });
  await page.close();
  const office = await admin.newPage();
  await signInByForm(office, origin, adminAccount);
  await office.close();
}

async function measurePage(
  context: BrowserContext,
  address: string,
  act: (page: Page) => Promise<void>,
): Promise<Vitals> {
  const page = await context.newPage();
  await watchVitals(page);
  await slowDown(await context.newCDPSession(page), weak);
  const settle = watchCalls(page);
  await page.goto(address, { timeout: settleWithinMs });
  await page.locator('h1').first().waitFor({ timeout: settleWithinMs });
  await settle();
  const { layoutShift } = await readVitals(page);
  await act(page);
  const { interactionsMs } = await readVitals(page);
  await page.close();
  if (interactionsMs.length === 0) throw new Error(`nothing could be done on ${address}`);
  return { layoutShift, interactionsMs };
}

/**
 * Watches the calls of a page, but for what a lesson fetches all the time, and streams of events,
 * which stay open.
 * @returns what waits until the page has rested, or throws after two minutes
 */
function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let lastAt = performance.now();
  const end = (request: Request) => {
    if (open.delete(request)) lastAt = performance.now();
  };
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/media/')) open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream')) {
      end(response.request());
    }
  });
  return async () => {
    const giveUpAt = performance.now() + settleWithinMs;
    while (open.size > 0 || performance.now() - lastAt < restMs) {
      if (performance.now() > giveUpAt) {
        throw new Error(`calls never ended: ${[...open].map((one) => one.url()).join(' ')}`);
      }
      await page.waitForTimeout(100);
    }
  };
}

/** What differs from trying the controls. */
const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async watch(page) {
    await page.waitForFunction(
      () => (document.querySelector('video')?.readyState ?? 0) >= 2,
      undefined,
      { timeout: settleWithinMs },
    );
    for (const key of ['k', 'ArrowRight', 'm', 'k', 'c', 'm', '?', 'Escape', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  },
};

/** Types into fields, changes tabs, opens menus and what is folded, and moves by keyboard. */
async function tryControls(page: Page): Promise<void> {
  for (const field of await someOf(page.locator('main input:is([type=text], [type=search])'))) {
    if (!(await press(field))) continue;
    await page.keyboard.type('asha', { delay: 120 });
    await page.waitForTimeout(600);
    for (const _ of 'asha') await page.keyboard.press('Backspace');
  }
  for (const tab of await someOf(page.locator('main [role=tab]'))) {
    await press(tab);
    await page.waitForTimeout(300);
  }
  for (const opener of await someOf(page.locator('button[aria-haspopup], button[aria-expanded]'))) {
    await press(opener);
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
  }
  for (const box of await someOf(page.locator('main input[type=checkbox]'))) {
    await press(box);
    await press(box);
  }
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
}

/** @returns whether it could be reached: what was opened before may lie over it, or have replaced it */
async function press(one: Locator): Promise<boolean> {
  return one.click({ timeout: 3000 }).then(
    () => true,
    () => false,
  );
}

/** The first ones that can be seen and used. */
async function someOf(found: Locator): Promise<Locator[]> {
  const usable: Locator[] = [];
  for (const one of await found.all()) {
    if (usable.length === atMost) break;
    if ((await one.isVisible()) && (await one.isEnabled())) usable.push(one);
  }
  return usable;
}

function rowsOf(seen: Readonly<Record<string, Vitals>>, empty: Vitals): Row[] {
  const pages = Object.entries(seen).map(([name, { layoutShift, interactionsMs }]) => ({
    name,
    layoutShift,
    p75Ms: percentile(interactionsMs, 75),
    interactionsMs,
  }));
  const worstMs = Math.max(...pages.map(({ p75Ms }) => p75Ms));
  return [
    {
      name: 'interaction to next paint, p75 of the worst of ten pages, CPU at a fourth',
      unit: 'ms',
      ours: worstMs,
      against: { what: 'limit', value: limits.interactionMs },
      goal: { atMost: 1 },
      details: { pages },
    },
    {
      name: 'the same beside an empty page',
      unit: 'ms',
      ours: worstMs,
      against: { what: 'empty page', value: percentile(empty.interactionsMs, 75) },
    },
    {
      name: 'layout shift while loading over 50 kB/s, worst of ten pages',
      unit: 'of a screen',
      ours: Math.max(...pages.map(({ layoutShift }) => layoutShift)),
      against: { what: 'limit', value: limits.layoutShift },
      goal: { atMost: 1 },
    },
  ];
}
