import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account, Watched } from '@prahari/virtual-learners';
import { type Learners, startLearners } from '@prahari/virtual-learners';
import type { Measurement } from '../measurement.ts';
import { makeSlides } from '../rig/clip.ts';
import { listDescendants, readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { allowManyStreams } from '../rig/pacing.ts';
import { readResidentBytes } from '../rig/resident-bytes.ts';
import type { Site } from '../rig/site.ts';

const steps = [100, 250, 500, 1000, 2000, 3000, 4000, 5000] as const;
/** Of each step, once all have opened their lesson and hold as much of it as players do. */
const watchSeconds = 20;
const settleSeconds = 20;
/** Learners who watch longer start it again. */
const videoSeconds = 24;
const longestMs = 200;
const wanted = { learners: 4000, kilobytesEach: 100 } as const;
/** Each signs in on so many devices; an account may not sign in on more than ten new ones in five minutes. */
const devicesPerAccount = 8;
/** The server has one core to itself, its database and the learners have the other. */
const cores = { server: '0', others: '1', both: '0,1' } as const;

/**
 * Learners of slides who sign in, open lessons, fetch and report as the web player does, more at
 * each step, until a segment or a report is slow.
 */
export const load: Measurement = {
  name: 'load',
  async run(rig) {
    const site = await rig.ownSite({
      name: 'load',
      makeVideo: (tools, outPath) => makeSlides(tools, outPath, videoSeconds),
      // The cost of signing in is another measurement.
      env: { PASSWORD_HASH_MEMORY_MIB: '19', PASSWORD_HASH_PASSES: '2' },
    });
    const lesson = { origin: site.origin, port: site.port, videoId: await site.lessonId() };
    await allowManyStreams(site);
    const accounts: Account[] = [];
    const learners = await startLearners();
    await pin(learners.pid, cores.others);
    const taken: Step[] = [];
    let joined = 0;
    try {
      for (const count of steps) {
        await pin(site.pid, cores.both);
        while (accounts.length * devicesPerAccount < count) {
          accounts.push((await site.newLearner()).account);
        }
        const joining = Array.from({ length: count - joined }, (_, at) =>
          // Not all devices of one account at once.
          takeTurn(accounts, joined + at),
        );
        await learners.join(joining, lesson);
        joined = count;
        await delay(settleSeconds * 1000);
        const step = await measure(site, learners, joined);
        taken.push(step);
        // Two at least, to tell what a learner adds.
        if (!isBorne(step) && taken.length > 1) break;
      }
    } finally {
      await learners.stop();
    }
    // Of a few learners, the process itself costs more than they do.
    const most = taken.findLast(isBorne) ?? taken.at(-1);
    return [
      {
        name: `learners on one core, p95 within ${longestMs} ms`,
        unit: 'learners',
        ours: taken.findLast(isBorne)?.learners ?? 0,
        against: { what: 'wanted', value: wanted.learners },
        goal: { atLeast: 1 },
        details: { steps: taken },
      },
      {
        name: 'memory for each learner',
        unit: 'kB',
        ours: kilobytesEach(taken),
        against: { what: 'limit', value: wanted.kilobytesEach },
        goal: { atMost: 1 },
      },
      {
        name: 'CPU of 1,000 learners',
        unit: '% of a core',
        ours: (most?.cpuMsPerLearnerSecond ?? 0) * 100,
        against: { what: `${wanted.learners} on one core`, value: 100_000 / wanted.learners },
        goal: { atMost: 1 },
        details: { withDatabase: most?.withDatabase },
      },
    ];
  },
};

interface Step extends Watched {
  readonly learners: number;
  readonly cpuMsPerLearnerSecond: number;
  readonly withDatabase: number;
  /**
   * Use of the core that the learners share with the database: near 1, the learners are late, not
   * the server.
   */
  readonly learnersShareOfCore: number;
  readonly residentBytes: number;
}

async function measure(site: Site, learners: Learners, count: number): Promise<Step> {
  await pin(site.pid, cores.server);
  for (const pid of listDescendants(site.pid)) await pin(pid, cores.others);
  const begun = {
    own: readOwnCpuSeconds(site.pid),
    tree: readTreeCpuSeconds(site.pid),
    learners: readOwnCpuSeconds(learners.pid),
  };
  const watched = await learners.watch(watchSeconds);
  const each = 1000 / (count * watchSeconds);
  return {
    learners: count,
    cpuMsPerLearnerSecond: (readOwnCpuSeconds(site.pid) - begun.own) * each,
    withDatabase: (readTreeCpuSeconds(site.pid) - begun.tree) * each,
    learnersShareOfCore: (readOwnCpuSeconds(learners.pid) - begun.learners) / watchSeconds,
    residentBytes: readResidentBytes(site.pid),
    ...watched,
  };
}

/** The cost of learners who joined after the first step, in which the process warms up. */
function kilobytesEach(taken: readonly Step[]): number {
  const [first, last] = [taken.at(0), taken.at(-1)];
  if (!first || !last || first === last) return Number.NaN;
  return (last.residentBytes - first.residentBytes) / 1000 / (last.learners - first.learners);
}

function isBorne({ segment, heartbeat, failures }: Watched): boolean {
  return failures === 0 && Math.max(segment.p95Ms, heartbeat.p95Ms) <= longestMs;
}

function takeTurn<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('there is no account');
  return item;
}

/** Keeps a process to some cores, where the system can. */
async function pin(pid: number, to: string): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', to, String(pid)]).catch(() => undefined);
}
