import type { Measurement } from '../measurement.ts';
import { measureBesideBarePlayer } from '../rig/beside-bare-player.ts';
import { desktop } from '../rig/browser.ts';
import { timeClick, watchFirstFrames } from '../rig/first-frame.ts';
import { median } from '../statistics.ts';

/** Single clicks take between half and twice the median, on either side. */
const rounds = 25;
/** What a learner perceives as instant. */
const longestMs = 400;

/**
 * From the click on a lesson in the library to its first picture, against a click in a bare page
 * that has Shaka at hand and plays the same files with the same keys.
 */
export const firstFrame: Measurement = {
  name: 'first-frame',
  async run(rig) {
    return measureBesideBarePlayer(
      rig,
      async ({ browser, videoId, origin, bareAddress, openOurs }) => {
        const ours = await openOurs();
        const bare = await (await browser.newContext(desktop)).newPage();
        for (const page of [ours, bare]) await watchFirstFrames(page);
        const target = `a[href="/watch/${videoId}"]`;
        const clickOurs = () => timeClick(ours, { address: `${origin}/`, target });
        const clickBare = () => timeClick(bare, { address: bareAddress, target: 'button' });
        const times = { ours: [] as number[], bare: [] as number[] };
        for (let round = 0; round <= rounds; round += 1) {
          const isOursFirst = round % 2 === 0;
          const early = isOursFirst ? await clickOurs() : undefined;
          const bareMs = await clickBare();
          const oursMs = early ?? (await clickOurs());
          // The first round fills the caches of the browser.
          if (round === 0) continue;
          times.ours.push(oursMs);
          times.bare.push(bareMs);
        }
        return [
          {
            name: 'click to first frame',
            unit: 'ms',
            ours: median(times.ours),
            against: { what: 'bare Shaka page', value: median(times.bare) },
            goal: { atMost: 1.15 },
            details: { roundsMs: times },
          },
          {
            name: 'click to first frame, in itself',
            unit: 'ms',
            ours: median(times.ours),
            against: { what: 'limit', value: longestMs },
            goal: { atMost: 1 },
          },
        ];
      },
    );
  },
};
