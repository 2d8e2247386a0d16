import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { planLadder, probe } from '@prahari/media';
import type { Measurement, Rig } from '../measurement.ts';
import { runBarePipeline } from '../peers/bare-pipeline.ts';
import { clipSeconds } from '../rig/clip.ts';
import { canReadCpuTime, readEndedChildrenCpuSeconds } from '../rig/cpu-time.ts';
import type { Site } from '../rig/site.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

/** A second pair is made only where the first left time for it. */
const onePairSeconds = 75;

interface Cost {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/** From the upload to the finished lesson, against ffmpeg and the packager run by hand. */
export const processing: Measurement = {
  name: 'processing',
  async run(rig) {
    const site = await rig.site();
    const begun = performance.now();
    const bare = [await runBare(rig, site)];
    const ours: Cost[] = [await site.processLesson()];
    if (performance.now() - begun < onePairSeconds * 1000) {
      ours.push(await site.processLesson());
      bare.push(await runBare(rig, site));
    }
    const row = (name: string, figure: keyof Cost): Row => ({
      name,
      unit: 's',
      ours: median(ours.map((cost) => cost[figure])),
      against: {
        what: 'bare ffmpeg and packager',
        value: median(bare.map((cost) => cost[figure])),
      },
      goal: { atMost: 1.15 },
      details: { clipSeconds, ours: ours.map(costOf), bare },
    });
    const wall = row('upload to ready, wall', 'wallSeconds');
    return canReadCpuTime ? [wall, row('upload to ready, CPU', 'cpuSeconds')] : [wall];
  },
};

function costOf({ wallSeconds, cpuSeconds }: Cost): Cost {
  return { wallSeconds, cpuSeconds };
}

async function runBare({ scratchDir }: Rig, { tools, clip }: Site): Promise<Cost> {
  const workDir = await mkdtemp(path.join(scratchDir, 'bare-'));
  const ladder = planLadder(await probe(clip, { tools }));
  const cpuBefore = readEndedChildrenCpuSeconds();
  const begun = performance.now();
  await runBarePipeline({ tools, clip, ladder, workDir });
  const wallSeconds = (performance.now() - begun) / 1000;
  const cpuSeconds = readEndedChildrenCpuSeconds() - cpuBefore;
  await rm(workDir, { recursive: true });
  return { wallSeconds, cpuSeconds };
}
