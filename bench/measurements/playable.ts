import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, endpoints } from '@prahari/contract';
import type { Measurement } from '../measurement.ts';
import { uploadVideo } from '../rig/api-client.ts';
import { makeLongClip } from '../rig/clip.ts';
import { canReadCpuTime, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { openPlayback } from '../rig/playback.ts';
import type { Site } from '../rig/site.ts';
import type { Row } from '../row.ts';

const clipSeconds = 300;
/** What learners may wait on two cores: a start, and a part of the video's length. */
const limitSeconds = 15 + 0.15 * clipSeconds;
const pollMs = 250;
const giveUpSeconds = 5 * limitSeconds;

/** From the end of an upload of five minutes until a learner is given a manifest to play by. */
export const playable: Measurement = {
  name: 'playable',
  async run(rig) {
    const site = await rig.site();
    const { origin, admin, adminAccount, tools } = site;
    const clip = path.join(rig.scratchDir, 'five-minutes.mp4');
    await makeLongClip(tools, clip, clipSeconds);
    const content = await openAsBlob(clip);
    await admin.signIn(adminAccount.contactNumber, adminAccount.password);
    await site.signInAgain();
    const job = await uploadVideo(origin, admin, { title: 'Five minutes', content });
    const begun = performance.now();
    const cpuBefore = readTreeCpuSeconds(site.pid);
    const manifest = await firstManifest(site, job.videoId);
    const wallSeconds = (performance.now() - begun) / 1000;
    const cpuSeconds = readTreeCpuSeconds(site.pid) - cpuBefore;
    // The better qualities would take part in every row that follows.
    const { steps } = await admin.call(endpoints.uploads.cancel, { params: { id: job.id } });
    const details = { clipSeconds, clipBytes: content.size, sizes: sizesIn(manifest), steps };
    const row = (figure: string, ours: number, limit: number): Row => ({
      name: `5 minutes to playable, ${figure}`,
      unit: 's',
      ours,
      goal: { atMost: 1 },
      details,
      against: { what: 'limit', value: limit },
    });
    const wall = row('wall', wallSeconds, limitSeconds);
    // Beside other work the wall says little; what must fit is the time of two cores.
    return canReadCpuTime ? [wall, row('CPU', cpuSeconds, 2 * limitSeconds)] : [wall];
  },
};

async function firstManifest(site: Site, videoId: string): Promise<string> {
  const deadline = performance.now() + giveUpSeconds * 1000;
  while (performance.now() < deadline) {
    try {
      return (await openPlayback(site, videoId)).manifest;
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'video_not_available')) throw error;
    }
    await delay(pollMs);
  }
  throw new Error(`nothing was playable after ${giveUpSeconds} s`);
}

/** Lines of the pictures that are offered. */
function sizesIn(manifest: string): string[] {
  return [...manifest.matchAll(/ height="(\d+)"/g)].map(([, lines = '']) => lines);
}
