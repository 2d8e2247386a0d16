import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  endpoints,
  type PlaybackEventName,
  type PlayQuality,
  retentionParts,
  type Stream,
  startParts as startPartNames,
} from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchRefusal } from '../../testing/catch-refusal.ts';
import { playVideo } from '../../testing/play-video.ts';
import { addReadyVideo } from '../../testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { rollUpOnce } from './rollups/roll-up.adapter.ts';
import { openPositions } from './rollups/roll-up.repository.ts';

const { analytics, auth, playbackReports, users, videos } = endpoints;
type Batch = Extract<BodyOf<typeof videos.analytics>, { events: unknown }>['events'];
const zone = 'Asia/Kolkata';
const dayMs = 86_400_000;
const days = 7;
const videoSeconds = 600;
/** Fewer reports than players send: the server takes 120 a minute of a learner, by its real clock. */
const beatSeconds = 60;
const partSeconds = videoSeconds / retentionParts;
/** By which the longest ranges are asked for: the whole week. */
const week = { timeRange: '30d' } as const;

/** A generator of numbers (mulberry32), the same in every run. */
let seed = 18;
function below(limit: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
}

/** The first day of the week begins at eight in the morning in India. */
const time = { ms: Math.floor(Date.now() / dayMs) * dayMs - days * dayMs + 2.5 * 3_600_000 };
const clock = { now: () => new Date(time.ms) };
const pass = (seconds: number) => {
  time.ms += seconds * 1000;
};

interface Learner {
  readonly client: TestClient & { readonly userId: string; readonly contactNumber: string };
  readonly district: string;
  /** How far the clock of the learner's machine is off. */
  readonly clockSeconds: number;
}

/** What one playback was, as the simulator knows it. */
interface Play {
  readonly learner: Learner;
  readonly videoId: string;
  readonly day: number;
  startMs: number | null;
  /** Of the start, the last one included. */
  parts: number[];
  frames: number;
  dropped: number;
  stallMs: number;
  watchSeconds: number;
  hasFailed: boolean;
}

const plays: Play[] = [];
const signIns = { right: 0, wrong: 0 };
const learners: Learner[] = [];
const lessons: string[] = [];
let server: TestServer;
let root: TestClient;
let ofPune: TestClient;

beforeAll(async () => {
  server = await startTestServer({ clock });
  const { db } = server.instance.foundation;
  await openPositions(db, clock.now());
  root = await server.superAdmin();
  const admin = await server.newUser('ADMIN');
  await root.call(users.setPermissions, {
    params: { id: admin.userId },
    body: {
      permissions: ['analytics.read', 'users.read'],
      adminScope: { level: 'district', values: ['Pune'] },
    },
  });
  ofPune = admin;
  signIns.right += 2;
  for (const [index, district] of ['Pune', 'Pune', 'Pune', 'Nashik', 'Nashik'].entries()) {
    const facts = { district, country: 'India', kendraType: index % 2 ? 'urban' : 'rural' };
    const client = await server.newUser('LEARNER', facts);
    signIns.right += 1;
    learners.push({ client, district, clockSeconds: [0, -7200, 86_400, 2, 0][index] ?? 0 });
  }
  for (let lesson = 0; lesson < 3; lesson += 1)
    lessons.push((await addReadyVideo(server, { durationSeconds: videoSeconds })).videoId);
  for (let day = 0; day < days; day += 1) {
    const begunMs = time.ms;
    for (const learner of learners) await spendDay(learner, day);
    await rollUpAll();
    time.ms = begunMs + dayMs;
  }
  // In the evening of the last day.
  time.ms -= dayMs - 10 * 3_600_000;
  const { contact_number: ofRoot } = await db
    .selectFrom('users')
    .select('contact_number')
    .where('user_type', '=', 'SUPER_ADMIN')
    .executeTakeFirstOrThrow();
  await signInAgain(root, ofRoot);
  await signInAgain(ofPune, admin.contactNumber);
  await rollUpAll();
}, 120_000);
afterAll(() => server.stop());

async function rollUpAll(): Promise<void> {
  const { db } = server.instance.foundation;
  const addAll = async () => {
    while (await rollUpOnce({ db, clock, zone }));
    // A transaction of another test holds back what may be added up.
    const { rows } = await sql<{ left: number }>`
      SELECT (SELECT count(*) FROM playback_events, event_readers WHERE
        name = 'analytics.playback_events' AND playback_events.transaction_id >
        event_readers.transaction_id)::int + (SELECT count(*) FROM events, event_readers WHERE
        event_readers.name = 'analytics.events' AND events.transaction_id >
        event_readers.transaction_id)::int AS left`.execute(db);
    expect(rows[0]?.left).toBe(0);
  };
  await vi.waitFor(addAll, { timeout: 30_000, interval: 20 });
}

async function signInAgain(client: TestClient, contactNumber: string): Promise<void> {
  await client.signIn(contactNumber, testPassword);
  signIns.right += 1;
}

async function spendDay(learner: Learner, day: number): Promise<void> {
  const { client } = learner;
  if (below(4) === 0) return;
  if (below(3) === 0) {
    const body = { contactNumber: client.contactNumber, password: 'a wrong guess' };
    await catchRefusal(client.call(auth.login, { body }));
    signIns.wrong += 1;
  }
  await signInAgain(client, client.contactNumber);
  await client.confirmPassword(testPassword);
  for (let count = 1 + below(2); count > 0; count -= 1) {
    await watch(learner, lessons[below(lessons.length)] ?? '', day);
    pass(60 + below(600));
  }
}

/** An access token lives for a quarter of an hour. */
async function renew(client: TestClient): Promise<void> {
  const { refreshToken = '' } = client;
  const renewed = await client.call(auth.refresh, { body: { refreshToken } });
  client.accessToken = renewed.accessToken;
  client.refreshToken = renewed.refreshToken ?? undefined;
}

/** Some leave at once, some watch all; reports come late, together or twice, and playbacks fail. */
async function watch(learner: Learner, videoId: string, day: number): Promise<void> {
  await renew(learner.client);
  const stream = await playVideo(learner.client, videoId);
  const play: Play = {
    learner,
    videoId,
    day,
    startMs: null,
    parts: [],
    frames: 0,
    dropped: 0,
    stallMs: 0,
    watchSeconds: 0,
    hasFailed: false,
  };
  plays.push(play);
  if (below(6) === 0) return;
  play.startMs = 300 + below(6000);
  const report = createReporter(learner, videoId, stream);
  report.note('play', 0, { startMs: String(play.startMs), ...divideStart(play) });
  await report.send();
  const beats = 1 + below(videoSeconds / beatSeconds);
  for (let beat = 1; beat <= beats; beat += 1) {
    pass(beatSeconds);
    play.watchSeconds += beatSeconds;
    report.note('progress', beat * beatSeconds, { kbps: '800' });
    if (below(8) === 0) {
      const stallMs = 200 + below(3000);
      play.stallMs += stallMs;
      report.note('rebuffer', beat * beatSeconds, { stallMs: String(stallMs) });
    }
    if (below(2) > 0) await report.send();
    if (below(5) === 0) await report.sendAgain();
  }
  play.hasFailed = below(6) === 0;
  if (!play.hasFailed) play.frames = play.watchSeconds * 25;
  play.dropped = below(1 + Math.floor(play.frames / 20));
  const frames = { frames: String(play.frames), droppedFrames: String(play.dropped) };
  report.note(play.hasFailed ? 'error' : 'pause', beats * beatSeconds, frames);
  await report.send();
}

/** Some players tell no parts of their start, and some tell more than the whole. */
function divideStart(play: Play): Record<string, string> {
  const startMs = play.startMs ?? 0;
  const kind = below(5);
  if (kind === 0) return {};
  const told = [0, 1, 2, 3].map(() => below(Math.floor(startMs / 4)));
  const [answerMs, manifestMs, licenceMs, segmentsMs] = told.map(String);
  const detail = { answerMs: answerMs ?? '', manifestMs: manifestMs ?? '' };
  const whole = { ...detail, licenceMs: licenceMs ?? '', segmentsMs: segmentsMs ?? '' };
  if (kind === 1) return { ...whole, segmentsMs: String(startMs + 1) };
  play.parts = [...told, startMs - told.reduce((sum, ms) => sum + ms, 0)];
  return whole;
}

function createReporter({ client, clockSeconds }: Learner, videoId: string, stream: Stream) {
  const events: Batch = [];
  let sent: Batch = [];
  const say = (said: Batch) =>
    client.call(videos.analytics, {
      params: { id: videoId },
      body: { playbackSession: stream.playbackSessionId, events: said },
    });
  return {
    note(event: PlaybackEventName, position: number, detail: Record<string, string>) {
      const timestamp = new Date(time.ms + clockSeconds * 1000).toISOString();
      events.push({ id: randomUUID(), event, position, duration: videoSeconds, timestamp, detail });
    },
    async send() {
      if (events.length === 0) return;
      sent = events.splice(0);
      await say(sent);
    },
    sendAgain: () => (sent.length === 0 ? undefined : say(sent)),
  };
}

const total = (some: readonly Play[], of: (play: Play) => number) =>
  some.reduce((sum, play) => sum + of(play), 0);
const inDistrict = (district: string) =>
  plays.filter(({ learner }) => learner.district === district);

/** The figures about how lessons played that the simulator knows. */
function describePlays(some: readonly Play[]): Partial<Record<keyof PlayQuality, unknown>> {
  const failures = total(some, ({ hasFailed }) => Number(hasFailed));
  const watchSeconds = total(some, (play) => play.watchSeconds);
  const stallSeconds = total(some, ({ stallMs }) => stallMs) / 1000;
  const starts = total(some, ({ startMs }) => Number(startMs !== null));
  const split = some.filter(({ parts }) => parts.length > 0);
  const mean = (part: number) =>
    closeTo(total(split, ({ parts }) => parts[part] ?? 0) / split.length);
  const startParts = Object.fromEntries(startPartNames.map((name, part) => [name, mean(part)]));
  return {
    startParts,
    droppedRatio: closeTo(
      total(some, ({ dropped }) => dropped) / total(some, ({ frames }) => frames),
    ),
    attempts: some.length,
    starts,
    failures,
    failureRatio: closeTo(failures / some.length),
    exitsBeforeStart: some.length - starts,
    exitRatio: closeTo((some.length - starts) / some.length),
    rebufferRatio: closeTo(stallSeconds / (stallSeconds + watchSeconds)),
    startP50Ms: closeTo(percentileOf(some, 0.5), 0.026),
    startP95Ms: closeTo(percentileOf(some, 0.95), 0.026),
    meanKbps: closeTo(800),
    watchSeconds,
  };
}

function percentileOf(some: readonly Play[], share: number): number {
  const sorted = some.flatMap(({ startMs }) => startMs ?? []).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

/** Equal but for how figures are rounded. */
function closeTo(value: number, share = 0.001) {
  return {
    asymmetricMatch: (found: unknown) =>
      typeof found === 'number' && Math.abs(found - value) <= Math.abs(value) * share,
    toString: () => `about ${value}`,
  };
}

/** Learners who saw nine tenths of a lesson, over all days, from its beginning. */
function countCompleted(some: readonly Play[]): number {
  const done = new Set<string>();
  for (const { learner, videoId, watchSeconds } of some)
    if (watchSeconds >= videoSeconds * 0.9) done.add(`${learner.client.userId} ${videoId}`);
  return done.size;
}

describe('after a week that was simulated', () => {
  it('the quality of playback equals what players met', async () => {
    expect(plays.length).toBeGreaterThan(20);
    expect(new Set(plays.map(({ hasFailed }) => hasFailed)).size).toBe(2);
    const report = await root.call(playbackReports.quality, {
      query: { ...week, by: 'district' },
    });
    expect(report.all).toMatchObject(describePlays(plays));
    const groups = Object.fromEntries(report.groups.map((group) => [group.name, group]));
    for (const district of ['Pune', 'Nashik'])
      expect(groups[district]).toMatchObject(describePlays(inDistrict(district)));
    const points = report.points.map(({ attempts }) => attempts);
    expect(points.slice(-days)).toEqual(
      Array.from({ length: days }, (_, day) => plays.filter((play) => play.day === day).length),
    );
    const scoped = await ofPune.call(playbackReports.quality, { query: week });
    expect(scoped.all).toMatchObject(describePlays(inDistrict('Pune')));
  });

  it('the overview shows on which day how much was watched, in the scope of the caller', async () => {
    for (const [caller, some] of [
      [root, plays],
      [ofPune, inDistrict('Pune')],
    ] as const) {
      const { chartData } = await caller.call(analytics.overview, { query: week });
      const watched = chartData.watching.slice(-days);
      for (const [at, { starts, watchSeconds }] of watched.entries()) {
        const ofDay = some.filter(({ day }) => day === at);
        expect(starts).toBe(total(ofDay, ({ startMs }) => Number(startMs !== null)));
        expect(watchSeconds).toBeCloseTo(total(ofDay, (play) => play.watchSeconds));
      }
    }
  });

  it('each video equals what was watched of it, part by part', async () => {
    const { items } = await root.call(playbackReports.videos, { query: week });
    for (const videoId of lessons) {
      const some = plays.filter((play) => play.videoId === videoId);
      const watching = {
        starts: total(some, ({ startMs }) => Number(startMs !== null)),
        viewers: new Set(
          some.flatMap((play) => (play.watchSeconds > 0 ? play.learner.client.userId : [])),
        ).size,
        watchSeconds: total(some, ({ watchSeconds }) => watchSeconds),
        completed: countCompleted(some),
      };
      const params = { id: videoId };
      const report = await root.call(playbackReports.video, { params, query: week });
      expect(report.watching).toMatchObject(watching);
      expect(items.find(({ id }) => id === videoId)).toMatchObject(watching);
      expect(report.quality).toMatchObject(describePlays(some));
      const views = report.retention?.parts.map((part) => part.views) ?? [];
      const watched = Array.from({ length: retentionParts }, (_, part) =>
        total(some, ({ watchSeconds }) =>
          Math.max(0, Math.min(1, (watchSeconds - part * partSeconds) / partSeconds)),
        ),
      );
      expect(views.map((value) => Number(value.toFixed(6)))).toEqual(
        watched.map((value) => Number(value.toFixed(6))),
      );
    }
  });

  it('each learner equals what was watched, day by day', async () => {
    for (const { client } of learners) {
      const some = plays.filter(({ learner }) => learner.client === client);
      const params = { id: client.userId };
      const report = await root.call(playbackReports.learner, { params, query: week });
      const opened = some.length;
      const watchSeconds = total(some, (play) => play.watchSeconds);
      expect(report).toMatchObject({ opened, watchSeconds, completed: countCompleted(some) });
      const query = { ...week, learnerId: client.userId, limit: 100 };
      const { items } = await root.call(playbackReports.learnerDays, { query });
      const rows = Map.groupBy(some, ({ videoId, day }) => `${day} ${videoId}`);
      expect(items).toHaveLength(rows.size);
      const known = [...rows.values()].map((of) => [
        of[0]?.videoId,
        of.length,
        total(of, (play) => play.watchSeconds),
      ]);
      const found = items.map((item) => [item.videoId, item.opened, item.watchSeconds]);
      expect(found.toSorted()).toEqual(known.toSorted());
    }
  });

  it('sign-ins and active users equal what was done', async () => {
    const found = await root.call(analytics.signIns, { query: week });
    expect([found.successes, found.failures]).toEqual([signIns.right, signIns.wrong]);
    expect(found.failuresByReason).toEqual([{ reason: 'password', count: signIns.wrong }]);
    const overview = await root.call(analytics.overview, { query: week });
    expect(overview.metrics.activeUsers).toBe(learners.length + 2);
    const scoped = await ofPune.call(analytics.overview, { query: week });
    expect(scoped.metrics.totalUsers).toBe(3);
  });
});
