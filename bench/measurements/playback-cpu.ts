import type { CDPSession, Page } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { measureBesideBarePlayer } from '../rig/beside-bare-player.ts';
import { median } from '../statistics.ts';

/** Each pair scatters by two percent of a core in any comparison. */
const rounds = 7;
const secondsPerRound = 15;
/** What the marks, and everything else around the picture, may cost: percent of one core. */
const allowedPercent = 2;

/**
 * CPU time of all processes of the browser in playback, ours against a bare page with the same files
 * in full screen too. The difference is what watermark, detectors and controls cost together; without
 * a graphics card the compositing of the marks is in it.
 */
export const playbackCpu: Measurement = {
  name: 'playback-cpu',
  async run(rig) {
    return measureBesideBarePlayer(
      rig,
      async ({ browser, videoId, origin, openOurs, openBare }) => {
        const session = await browser.newBrowserCDPSession();
        // One device for all rounds: another one would find the learner still watching on the last.
        const ours = await openOurs();
        await ours.goto('about:blank');
        const measureSide = {
          async ours() {
            await ours.goto(`${origin}/watch/${videoId}`);
            await ours.waitForFunction(
              () => (document.querySelector('video')?.readyState ?? 0) >= 2,
            );
            await ours.locator('section button').first().click();
            // Where earlier rounds left off it would resume, and other pictures take other work.
            await ours.evaluate(() => {
              const video = document.querySelector('video');
              if (video) video.currentTime = 0;
            });
            const percent = await measurePlaying(session, ours);
            await ours.goto('about:blank');
            return percent;
          },
          async bare() {
            const bare = await openBare();
            await bare.evaluate(() => document.querySelector('video')?.requestFullscreen());
            // With sound, as ours: what is muted costs no output of sound.
            await bare.evaluate(() => {
              const video = document.querySelector('video');
              if (video) video.muted = false;
              return video?.play();
            });
            const percent = await measurePlaying(session, bare);
            await bare.context().close();
            return percent;
          },
        };
        const percents = { ours: [] as number[], bare: [] as number[] };
        const order = ['ours', 'bare'] as const;
        for (let round = 0; round < rounds; round += 1) {
          for (const side of round % 2 === 0 ? order : order.toReversed()) {
            percents[side].push(await measureSide[side]());
          }
        }
        // Of neighbours: what else the machine does drifts over minutes.
        const above = percents.ours.map((percent, at) => percent - (percents.bare[at] ?? 0));
        return [
          {
            name: 'CPU of playback above a bare page',
            unit: '% of a core',
            ours: Math.max(0, median(above)),
            against: { what: 'limit', value: allowedPercent },
            goal: { atMost: 1 },
            details: { above, percents },
          },
        ];
      },
    );
  },
};

/** Measures what percent of one core the browser takes while the page plays, once it has begun. */
async function measurePlaying(session: CDPSession, page: Page): Promise<number> {
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.loop = true;
  });
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2);
  const before = await cpuSeconds(session);
  const begun = performance.now();
  await page.waitForTimeout(secondsPerRound * 1000);
  const seconds = (performance.now() - begun) / 1000;
  return (((await cpuSeconds(session)) - before) / seconds) * 100;
}

async function cpuSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
