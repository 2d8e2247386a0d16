import type { CDPSession, Page } from 'playwright';
import type { Measurement } from '../measurement.ts';
import { measureBesideBarePlayer } from '../rig/beside-bare-player.ts';

/** Percent of frames that may be dropped beyond what a bare page drops. */
const allowedDropPercent = 1;
const allowedHeapMegabytes = 10;
/** What every page loads in its first seconds does not count as growth. */
const settleSeconds = 10;

/**
 * Ten minutes of playback, or `--play-seconds`: frames that are dropped, beside a bare page with the
 * same files that plays at the same time on the same machine, and how the heap grows.
 */
export const longPlay: Measurement = {
  name: 'long-play',
  async run(rig) {
    return measureBesideBarePlayer(rig, async ({ openOurs, openBare }) => {
      const ours = await openOurs();
      await ours.locator('section button').first().click();
      const bare = await openBare();
      await bare.evaluate(() => document.querySelector('video')?.play());

      await Promise.all([loop(ours), loop(bare)]);
      await ours.waitForTimeout(settleSeconds * 1000);
      const session = await ours.context().newCDPSession(ours);
      const before = { ours: await framesOf(ours), bare: await framesOf(bare) };
      const heapBefore = await heapBytes(session);
      await ours.waitForTimeout(rig.playSeconds * 1000);
      const heapAfter = await heapBytes(session);
      const dropped = {
        ours: dropPercent(before.ours, await framesOf(ours)),
        bare: dropPercent(before.bare, await framesOf(bare)),
      };
      return [
        {
          name: 'frames dropped beyond a bare page',
          unit: '%',
          ours: Math.max(0, dropped.ours - dropped.bare),
          against: { what: 'limit', value: allowedDropPercent },
          goal: { atMost: 1 },
          details: { seconds: rig.playSeconds, droppedPercent: dropped },
        },
        {
          name: 'growth of the heap in playback',
          unit: 'MB',
          ours: Math.max(0, heapAfter - heapBefore) / 1e6,
          against: { what: 'limit', value: allowedHeapMegabytes },
          goal: { atMost: 1 },
          details: { seconds: rig.playSeconds, heapBefore, heapAfter },
        },
      ];
    });
  },
};

async function loop(page: Page): Promise<void> {
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.loop = true;
  });
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
}

interface Frames {
  readonly total: number;
  readonly dropped: number;
}

async function framesOf(page: Page): Promise<Frames> {
  return page.evaluate(() => {
    const quality = document.querySelector('video')?.getVideoPlaybackQuality();
    return { total: quality?.totalVideoFrames ?? 0, dropped: quality?.droppedVideoFrames ?? 0 };
  });
}

/** @throws Error when nothing played: no frames are none dropped. */
function dropPercent(before: Frames, after: Frames): number {
  const total = after.total - before.total;
  if (total <= 0) throw new Error('no frames were shown');
  return ((after.dropped - before.dropped) / total) * 100;
}

/** Memory in use after a full garbage collection. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
