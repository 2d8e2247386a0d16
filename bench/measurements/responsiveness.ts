import { endpoints } from '@prahari/contract';
import { percentile } from '@prahari/virtual-learners';
import type { BrowserContext, Locator, Page } from 'playwright';
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
    try {
      const contexts = {
        learner: await browser.newContext(desktop),
        admin: await browser.newContext(desktop),
      };
      await prepare(contexts, site);
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
    return rowsOf(seen);
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
  await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.locator('h1').first().waitFor();
  const { layoutShift } = await readVitals(page);
  await act(page);
  const { interactionsMs } = await readVitals(page);
  await page.close();
  if (interactionsMs.length === 0) throw new Error(`nothing could be done on ${address}`);
  return { layoutShift, interactionsMs };
}

/** What differs from trying the controls. */
const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async watch(page) {
    await page.locator('video').first().waitFor();
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

function rowsOf(seen: Readonly<Record<string, Vitals>>): Row[] {
  const all = Object.values(seen);
  const interactions = all.flatMap(({ interactionsMs }) => interactionsMs);
  const byPage = Object.entries(seen).map(([name, { layoutShift, interactionsMs }]) => [
    name,
    { layoutShift, p75Ms: percentile(interactionsMs, 75), interactionsMs },
  ]);
  const details = Object.fromEntries(byPage);
  return [
    {
      name: 'interaction to next paint, p75 of ten pages, CPU at a fourth',
      unit: 'ms',
      ours: percentile(interactions, 75),
      against: { what: 'limit', value: limits.interactionMs },
      goal: { atMost: 1 },
      details,
    },
    {
      name: 'layout shift while loading over 50 kB/s, worst of ten pages',
      unit: 'of a screen',
      ours: Math.max(...all.map(({ layoutShift }) => layoutShift)),
      against: { what: 'limit', value: limits.layoutShift },
      goal: { atMost: 1 },
    },
  ];
}
