import path from 'node:path';
import lighthouse, { type Flags } from 'lighthouse';
import desktopConfig from 'lighthouse/core/config/desktop-config.js';
import type { Measurement } from '../measurement.ts';
import { launchProfile, signInByForm } from '../rig/browser.ts';
import { freePort } from '../rig/process.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

const rounds = 3;
/** Of 100, on the pages that a learner meets first. */
const least = { performance: 95, accessibility: 100 } as const;
type Category = keyof typeof least;
const categories: readonly Category[] = ['performance', 'accessibility'];

/** Lighthouse's marks for sign-in and library, as a desktop: phones play nothing here. */
export const lighthouseMarks: Measurement = {
  name: 'lighthouse',
  async run(rig) {
    const { origin, learnerAccount, lessonId } = await rig.site();
    await lessonId();
    const port = await freePort();
    const profile = await launchProfile(path.join(rig.scratchDir, 'lighthouse'), port);
    try {
      const signIn = await rowsOf('sign-in', `${origin}/login`, port);
      // It stays open, for a browser without a page ends; Lighthouse opens its own beside it.
      await signInByForm(await profile.newPage(), origin, learnerAccount);
      return [...signIn, ...(await rowsOf('library', `${origin}/`, port))];
    } finally {
      await profile.close();
    }
  },
};

async function rowsOf(page: string, address: string, port: number): Promise<Row[]> {
  const marks: Record<Category, number[]> = { performance: [], accessibility: [] };
  for (let round = 0; round < rounds; round += 1) {
    const found = await marksOf(address, port);
    for (const category of categories) marks[category].push(found[category]);
  }
  return categories.map((category) => ({
    name: `Lighthouse ${category} of the ${page} page`,
    unit: 'of 100',
    ours: median(marks[category]),
    against: { what: 'limit', value: least[category] },
    goal: { atLeast: 1 },
    details: { rounds: marks[category] },
  }));
}

async function marksOf(address: string, port: number): Promise<Record<Category, number>> {
  const flags: Flags = {
    port,
    onlyCategories: [...categories],
    logLevel: 'error',
    // What was signed in lies in the storage.
    disableStorageReset: true,
  };
  const { lhr } = (await lighthouse(address, flags, desktopConfig)) ?? {};
  if (!lhr || lhr.runtimeError || lhr.finalDisplayedUrl !== address) {
    const why = lhr?.runtimeError?.message ?? `it ended at ${lhr?.finalDisplayedUrl}`;
    throw new Error(`Lighthouse did not see ${address}: ${why}`);
  }
  const markOf = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return { performance: markOf('performance'), accessibility: markOf('accessibility') };
}
