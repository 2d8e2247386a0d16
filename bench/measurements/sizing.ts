import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { requestText } from '@prahari/virtual-learners';
import pg from 'pg';
import { startLoader } from '../load/loader.ts';
import type { Measurement, Rig } from '../measurement.ts';
import { clipSeconds } from '../rig/clip.ts';
import { readOwnCpuSeconds, readTreeCpuSeconds } from '../rig/cpu-time.ts';
import { findDatabase } from '../rig/database.ts';
import { startFront } from '../rig/nginx-in-front.ts';
import { setPacing } from '../rig/pacing.ts';
import { openPlayback } from '../rig/playback.ts';
import type { Site } from '../rig/site.ts';
import { addTwoMegabyteSegments } from '../rig/two-megabyte-segments.ts';
import type { Row } from '../row.ts';
import { measuredFigures, type SizingFigures } from '../sizing/figures.ts';

const { drm, videos } = endpoints;
const counts = {
  signIns: 40,
  starts: 60,
  players: 30,
  reportsEach: 40,
  segmentRounds: 60,
} as const;
const megabyte = 1_000_000;
/** The others are of an evening (`evening`), where many do different things at one time. */
type Measured = Omit<SizingFigures, 'reportWebMs' | 'reportDatabaseMs' | 'nginxSegmentMs'>;
const units: Readonly<Record<keyof Measured, Row['unit']>> = {
  signInWebMs: 'ms',
  signInDatabaseMs: 'ms',
  startWebMs: 'ms',
  startDatabaseMs: 'ms',
  reportBytes: 'kB',
  nginxMegabytesPerCoreSecond: 'MB/s',
  convertSecondsPerMinute: 's',
  storedMegabytesPerMinute: 'MB',
};

/** What the figures of docs/sizing.md are now: the calculator (`npm run sizing`) relies on them. */
export const sizing: Measurement = {
  name: 'sizing',
  async run(rig) {
    const site = await rig.site();
    const lesson = await measureConversion(site);
    const signIn = await measureCost(site, counts.signIns, () => site.signInAgain());
    await site.signInAgain();
    const start = await measureCost(site, counts.starts, () => startOnce(site, lesson.videoId));
    const measured: Measured = {
      signInWebMs: signIn.webMs,
      signInDatabaseMs: signIn.databaseMs,
      startWebMs: start.webMs,
      startDatabaseMs: start.databaseMs,
      reportBytes: await measureReportBytes(site, lesson.videoId),
      nginxMegabytesPerCoreSecond: await measureNginx(rig, site, lesson.videoId),
      convertSecondsPerMinute: lesson.secondsPerMinute,
      storedMegabytesPerMinute: lesson.megabytesPerMinute,
    };
    return Object.entries(units).map(([name, unit]): Row => {
      const key = Object.keys(measured).find((one): one is keyof Measured => one === name);
      const [ours, said] = key === undefined ? [0, 0] : [measured[key], measuredFigures[key]];
      const scale = unit === 'kB' ? 1000 : 1;
      return {
        name,
        unit,
        ours: ours / scale,
        against: { what: 'docs/sizing.md', value: said / scale },
        goal: name === 'nginxMegabytesPerCoreSecond' ? { atLeast: 0.75 } : { atMost: 1.25 },
      };
    });
  },
};

/** What `work` costs each time, of the server's own processor time and of its database's. */
async function measureCost(
  { pid }: Site,
  times: number,
  work: (at: number) => Promise<unknown>,
): Promise<{ webMs: number; databaseMs: number }> {
  // Caches and the compiler have met it by then.
  for (let at = 0; at < times / 4; at += 1) await work(at);
  const before = { own: readOwnCpuSeconds(pid), tree: readTreeCpuSeconds(pid) };
  for (let at = 0; at < times; at += 1) await work(at);
  const own = readOwnCpuSeconds(pid) - before.own;
  const others = readTreeCpuSeconds(pid) - before.tree - own;
  return { webMs: (own * 1000) / times, databaseMs: (others * 1000) / times };
}

async function startOnce(site: Site, videoId: string): Promise<void> {
  const playback = await openPlayback(site, videoId);
  await site.learner.call(drm.clearKeyLicense, {
    query: { playbackSession: playback.id },
    body: { kids: [...playback.keyIds], type: 'temporary' },
  });
}

async function measureReportBytes(site: Site, videoId: string): Promise<number> {
  const players: { readonly learner: Site['learner']; readonly playback: string }[] = [];
  while (players.length < counts.players) {
    const { account, client: learner } = await site.newLearner();
    const { password } = account;
    await learner.call(endpoints.auth.validatePassword, { body: { password } });
    players.push({ learner, playback: (await openPlayback({ learner }, videoId)).id });
  }
  const database = await findDatabase(site.dataDir);
  const sizeBefore = await readTableBytes(database);
  for (let at = 0; at < counts.reportsEach; at += 1) {
    await Promise.all(
      players.map(({ learner, playback }) => {
        const said = {
          id: randomUUID(),
          event: 'progress' as const,
          position: at % clipSeconds,
          duration: clipSeconds,
          timestamp: new Date().toISOString(),
        };
        return learner.call(videos.analytics, {
          params: { id: videoId },
          body: { playbackSession: playback, events: [said] },
        });
      }),
    );
  }
  const sent = counts.reportsEach * players.length;
  return ((await readTableBytes(database)) - sizeBefore) / sent;
}

/** Of the events of playback, with their indexes. */
async function readTableBytes(connectionString: string): Promise<number> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    const { rows } = await database.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits
       WHERE inhparent = 'playback_events'::regclass`,
    );
    return Number(rows[0]?.bytes ?? 0);
  } finally {
    await database.end();
  }
}

async function measureNginx(rig: Rig, site: Site, videoId: string): Promise<number> {
  const lessonDir = path.join(site.dataDir, 'media', 'videos', videoId);
  const names = await addTwoMegabyteSegments(lessonDir);
  await setPacing(site, false);
  const front = await startFront(site, rig.scratchDir, 'checked-paths.conf');
  const loader = await startLoader();
  try {
    await site.signInAgain();
    const { mediaPath } = await openPlayback(site, videoId);
    const headers = { cookie: site.learner.cookieHeader() };
    const base = `http://127.0.0.1:${front.port}${mediaPath}`;
    const requests = names.map((name) => requestText('GET', new URL(name, base), headers));
    const plan = { port: front.port, connections: 8, requests, repeat: counts.segmentRounds };
    await loader.run(plan);
    const before = readOwnCpuSeconds(front.pid);
    const { bytes } = await loader.run(plan);
    return bytes / megabyte / (readOwnCpuSeconds(front.pid) - before);
  } finally {
    await loader.stop();
    await front.stop();
    await setPacing(site, true);
  }
}

async function measureConversion(site: Site) {
  const { videoId, cpuSeconds } = await site.processLesson();
  const folder = path.join(site.dataDir, 'media', 'videos', videoId);
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (name) => stat(path.join(folder, name))));
  const bytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
  const minutes = clipSeconds / 60;
  return {
    videoId,
    secondsPerMinute: cpuSeconds / minutes,
    megabytesPerMinute: bytes / megabyte / minutes,
  };
}
