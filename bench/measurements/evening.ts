import { setTimeout as delay } from 'node:timers/promises';
import { type Account, startLearners, type Watched } from '@prahari/virtual-learners';
import type { Measurement } from '../measurement.ts';
import { makeClip } from '../rig/clip.ts';
import { readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { type Front, startFront } from '../rig/nginx-in-front.ts';
import { allowManyStreams } from '../rig/pacing.ts';
import type { Site } from '../rig/site.ts';
import { measuredFigures } from '../sizing/figures.ts';

/**
 * What one web process of a state board has at 8 pm, when 100,000 watch at some fifty of them: reports
 * share transactions as rarely as there.
 */
const sample = 2000;
const devicesPerAccount = 8;
const restSeconds = 20;
/** Until players hold as much as they do, which they fetch faster than it plays. */
const settleSeconds = 45;
const watchSeconds = 60;
/** Token, stream and licence. */
const callsOfStart = 3;

const parts = ['web', 'database', 'nginx'] as const;
type Part = (typeof parts)[number];
type Spent = Readonly<Record<Part, number>>;
const names = { web: 'web process', database: 'PostgreSQL', nginx: 'nginx' } as const;

/**
 * A part of a state board's evening by the real protocol: virtual learners open a lesson, fetch it
 * from an nginx that checks signed paths, and report. What each part of the installation spends on
 * them is compared with what the figures of docs/sizing.md say of as many reports, starts and
 * segments: with these the calculator (`npm run sizing`) counts the whole evening.
 */
export const evening: Measurement = {
  name: 'evening',
  async run(rig) {
    const site = await rig.ownSite({
      name: 'evening',
      makeVideo: makeClip,
      env: cheapPasswords,
    });
    const videoId = await site.lessonId();
    await allowManyStreams(site);
    const accounts: Account[] = [];
    while (accounts.length * devicesPerAccount < sample) {
      accounts.push((await site.newLearner()).account);
    }
    // Not all devices of one account at once.
    const joining = Array.from({ length: sample }, (_, at) => accounts[at % accounts.length]);
    const front = await startFront(site, rig.scratchDir, 'checked-paths.conf', cheapPasswords);
    const learners = await startLearners();
    try {
      const lesson = { origin: `http://127.0.0.1:${front.port}`, port: front.port, videoId };
      const spend = (work: () => Promise<unknown>) => measureSpent(site, front, work);
      const idle = await spend(() => delay(restSeconds * 1000));
      await learners.join(
        joining.filter((account) => account !== undefined),
        lesson,
      );
      await delay(settleSeconds * 1000);
      let watched: Watched | undefined;
      const spent = await spend(async () => {
        watched = await learners.watch(watchSeconds);
      });
      if (watched === undefined) throw new Error('nothing was watched');
      const said = predictSpent(watched);
      const { segment, heartbeat, opening, bytes, failures } = watched;
      return parts.map((part) => ({
        name: `${sample} learners for a minute: ${names[part]}`,
        unit: 's',
        // What is done without anybody is there once, however many learners come.
        ours: spent[part] - (idle[part] * watchSeconds) / restSeconds,
        against: { what: 'docs/sizing.md', value: said[part] },
        goal: { atMost: 1.25 },
        details: { idle: idle[part], segment, heartbeat, opening, bytes, failures },
      }));
    } finally {
      await learners.stop();
      await front.stop();
    }
  },
};

/** What a sign-in costs is another row (`sizing`). */
const cheapPasswords = { PASSWORD_HASH_MEMORY_MIB: '19', PASSWORD_HASH_PASSES: '2' };

function predictSpent({ heartbeat, opening, segment, bytes }: Watched): Spent {
  const figures = measuredFigures;
  const starts = opening.count / callsOfStart;
  const seconds = (reportMs: number, startMs: number) =>
    (heartbeat.count * reportMs + starts * startMs) / 1000;
  const megabytes = bytes / 1e6;
  return {
    web: seconds(figures.reportWebMs, figures.startWebMs),
    database: seconds(figures.reportDatabaseMs, figures.startDatabaseMs),
    nginx:
      (segment.count * figures.nginxSegmentMs) / 1000 +
      megabytes / figures.nginxMegabytesPerCoreSecond,
  };
}

/** Processor seconds; the database belongs to the process that learners do not meet. */
async function measureSpent(
  site: Site,
  front: Front,
  work: () => Promise<unknown>,
): Promise<Spent> {
  const read = (): Spent => ({
    web: readOwnCpuSeconds(front.server.pid),
    database: readTreeCpuSeconds(site.pid) - readOwnCpuSeconds(site.pid),
    nginx: readOwnCpuSeconds(front.pid),
  });
  const before = read();
  await work();
  const after = read();
  return {
    web: after.web - before.web,
    database: after.database - before.database,
    nginx: after.nginx - before.nginx,
  };
}
