import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints, type ProcessingStep, type UploadJobDetail } from '@prahari/contract';
import {
  measureSegments,
  pieceSeconds,
  planLadder,
  probe,
  splitLadder,
  transcodeLadder,
} from '@prahari/media';
import { type Measurement, NotPossible, type Rig } from '../measurement.ts';
import { uploadVideo } from '../rig/api-client.ts';
import { makeLongClip } from '../rig/clip.ts';
import {
  canReadCpuTime,
  readEndedChildrenCpuSeconds,
  readTreeCpuSeconds,
} from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { type PrahariProcess, startPrahari } from '../rig/prahari.ts';
import type { Site } from '../rig/site.ts';

/** Six pieces of each group of renditions, the last one longer. */
const clipSeconds = 150;
const pollMs = 400;
const transcodes: readonly ProcessingStep[] = ['transcode_low', 'transcode_high'];

interface Cost {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/** What the parts of a lecture cost, made by two workers, against the whole in one pass. */
export const lectureParts: Measurement = {
  name: 'lecture-parts',
  async run(rig) {
    if (!canReadCpuTime) throw new NotPossible('processor time can be read on Linux alone');
    const env = { ROLE: 'web' };
    const makeVideo: Parameters<Rig['ownSite']>[0]['makeVideo'] = (tools, file) =>
      makeLongClip(tools, file, clipSeconds);
    const site = await rig.ownSite({ name: 'lecture', makeVideo, env });
    const whole = await encodeInOnePass(rig, site);
    const one = await encodeByWorkers(site, 1);
    const two = await encodeByWorkers(site, 2);
    return [
      {
        name: 'parts of a lecture by two workers, CPU',
        unit: 's',
        ours: two.cpuSeconds,
        against: { what: 'the whole in one pass', value: whole.cpuSeconds },
        goal: { atMost: 1.08 },
        details: { clipSeconds, pieceSeconds, whole, one, two },
      },
      {
        name: 'parts of a lecture by two workers, wall',
        unit: 's',
        ours: two.wallSeconds,
        against: { what: 'by one worker, on the same cores', value: one.wallSeconds },
      },
    ];
  },
};

async function encodeInOnePass({ scratchDir }: Rig, { tools, clip }: Site): Promise<Cost> {
  const facts = await probe(clip, { tools });
  const { segmentSeconds } = await measureSegments({ inputPath: clip, facts, tools });
  const { low, high } = splitLadder(planLadder(facts, segmentSeconds), facts.durationSeconds);
  const cpuBefore = readEndedChildrenCpuSeconds();
  const begun = performance.now();
  for (const ladder of high ? [low, high] : [low]) {
    const outDir = path.join(scratchDir, 'one-pass');
    await transcodeLadder({ inputPath: clip, outDir, ladder, facts, tools });
  }
  const wallSeconds = (performance.now() - begun) / 1000;
  return { wallSeconds, cpuSeconds: readEndedChildrenCpuSeconds() - cpuBefore };
}

/** Of the steps that encode alone, in workers with everything that they started. */
async function encodeByWorkers(
  site: Site,
  count: number,
): Promise<Cost & { readonly mostWorkers: number }> {
  const { dataDir, admin, adminAccount, origin } = site;
  const env = { ROLE: 'worker', DATABASE_URL: await findDatabase(dataDir) };
  const workers: PrahariProcess[] = [];
  for (let at = 0; at < count; at += 1) {
    workers.push(await startPrahari({ dataDir, by: 'node', env }));
  }
  const readCpu = () => workers.reduce((sum, { pid }) => sum + readTreeCpuSeconds(pid), 0);
  await admin.signIn(adminAccount.contactNumber, adminAccount.password);
  const content = await openAsBlob(site.clip);
  const { id } = await uploadVideo(origin, admin, { title: 'Tides of the sea', content });
  let cost = { wallSeconds: 0, cpuSeconds: 0 };
  let mostWorkers = 0;
  let before = { at: performance.now(), cpu: readCpu(), isEncoding: false };
  for (;;) {
    const job = await admin.call(endpoints.uploads.job, { params: { id } });
    if (job.kind !== 'video') throw new Error('it is no video');
    const now = { at: performance.now(), cpu: readCpu(), isEncoding: isEncoding(job) };
    if (before.isEncoding) {
      cost = {
        wallSeconds: cost.wallSeconds + (now.at - before.at) / 1000,
        cpuSeconds: cost.cpuSeconds + now.cpu - before.cpu,
      };
    }
    before = now;
    mostWorkers = Math.max(mostWorkers, job.workers);
    if (job.state === 'completed') break;
    if (job.state === 'failed') throw new Error(`it failed: ${JSON.stringify(job.failure)}`);
    await delay(pollMs);
  }
  for (const worker of workers) await worker.stop();
  if (mostWorkers < count) throw new Error(`only ${mostWorkers} of ${count} workers made parts`);
  return { ...cost, mostWorkers };
}

function isEncoding({ steps }: Pick<UploadJobDetail, 'steps'>): boolean {
  return steps.some(({ step, state }) => state === 'running' && transcodes.includes(step));
}
