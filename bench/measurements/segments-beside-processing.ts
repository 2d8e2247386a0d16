import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints, type ProcessingStep } from '@prahari/contract';
import { requestText } from '@prahari/virtual-learners';
import type { LoadPlan, LoadResult } from '../load/load-plan.ts';
import { type Loader, startLoader } from '../load/loader.ts';
import type { Measurement } from '../measurement.ts';
import { uploadVideo } from '../rig/api-client.ts';
import { makeLongClip } from '../rig/clip.ts';
import { setPacing } from '../rig/pacing.ts';
import { openPlayback } from '../rig/playback.ts';
import type { Site } from '../rig/site.ts';
import { addTwoMegabyteSegments } from '../rig/two-megabyte-segments.ts';
import type { Row } from '../row.ts';
import { median } from '../statistics.ts';

/** Its better qualities take longer to make than all rounds together. */
const clipSeconds = 180;
const rounds = 5;
const connections = 8;
const repeat = 30;
/** What a hundred learners at 8 Mbit/s ask for; far below what the server can send. */
const perSecond = 50;
const steadyRepeat = 8;
const pollMs = 200;
const beginsWithinMs = 30_000;
const megabyte = 1_000_000;
const transcodes: readonly ProcessingStep[] = ['transcode_low', 'transcode_high'];

/** What learners notice while a video is processed: the same requests with and without it. */
export const segmentsBesideProcessing: Measurement = {
  name: 'segments-beside-processing',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    const clip = path.join(rig.scratchDir, 'long-video.mp4');
    await makeLongClip(site.tools, clip, clipSeconds);
    await site.signInAgain();
    const names = await addTwoMegabyteSegments(path.join(site.dataDir, 'media', 'videos', videoId));
    const { mediaPath } = await openPlayback(site, videoId);
    const base = new URL(mediaPath, site.origin);
    const headers = { cookie: site.learner.cookieHeader() };
    const requests = names.map((name) => requestText('GET', new URL(name, base.href), headers));
    const plan = { port: site.port, connections, requests };
    const loader = await startLoader();
    try {
      await setPacing(site, false);
      // Fills the cache, and warms up the compiler.
      await loader.run({ ...plan, repeat });
      const alone = await figuresOf(loader, plan);
      const stop = await beginVideo(site, clip);
      const beside = await figuresOf(loader, plan);
      await stop();
      return rowsOf(beside, alone);
    } finally {
      await loader.stop();
      await setPacing(site, true);
    }
  },
};

interface Figures {
  /** As fast as answers come. */
  readonly megabytesPerSecond: number;
  /** At a steady rate. */
  readonly p99Ms: number;
  readonly all: readonly number[];
}

async function figuresOf(
  loader: Loader,
  plan: Pick<LoadPlan, 'port' | 'connections' | 'requests'>,
): Promise<Figures> {
  const full: LoadResult[] = [];
  for (let round = 0; round < rounds; round += 1) full.push(await loader.run({ ...plan, repeat }));
  const { p99Ms } = await loader.run({ ...plan, repeat: steadyRepeat, perSecond });
  const all = full.map(({ bytes, seconds }) => bytes / seconds / megabyte);
  return { megabytesPerSecond: median(all), p99Ms, all: all.map(Math.round) };
}

function rowsOf(beside: Figures, alone: Figures): Row[] {
  const what = 'without a video in the making';
  const details = { beside, alone };
  return [
    {
      name: 'segments of 2 MB beside processing',
      unit: 'MB/s',
      ours: beside.megabytesPerSecond,
      against: { what, value: alone.megabytesPerSecond },
      goal: { atLeast: 0.8 },
      details,
    },
    {
      name: `the same at ${perSecond}/s, p99`,
      unit: 'ms',
      ours: beside.p99Ms,
      against: { what, value: alone.p99Ms },
      details,
    },
  ];
}

/** @returns to be called while it is still transcoded; otherwise the measurement is void */
async function beginVideo(site: Site, clip: string): Promise<() => Promise<void>> {
  const { admin, adminAccount, origin } = site;
  await admin.signIn(adminAccount.contactNumber, adminAccount.password);
  const content = await openAsBlob(clip);
  const { id } = await uploadVideo(origin, admin, { title: 'In the making', content });
  const params = { id };
  async function isTranscoding(): Promise<boolean> {
    const job = await admin.call(endpoints.uploads.job, { params });
    if (job.kind !== 'video' || job.state !== 'running' || job.step === null) return false;
    return transcodes.includes(job.step);
  }
  const deadline = performance.now() + beginsWithinMs;
  while (!(await isTranscoding())) {
    if (performance.now() > deadline) throw new Error('the video was not transcoded');
    await delay(pollMs);
  }
  return async () => {
    const wasTranscoding = await isTranscoding();
    await admin.call(endpoints.uploads.cancel, { params });
    if (!wasTranscoding) throw new Error('the video was made before all was measured');
  };
}
