import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import { createTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { createThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import { giveEvents } from '../../../testing/give-events.ts';
import { waitUntilSettled } from '../../../testing/wait-until-settled.ts';
import { computePartSeconds } from '../videos/retention.rules.ts';
import { sumRetention } from '../videos/video-reports.repository.ts';
import { rollUpOnce } from './roll-up.adapter.ts';
import { openPositions } from './roll-up.repository.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  ({ db } = openTestDatabase(database.connectionString, 4));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const zone = 'Asia/Kolkata';
const halfHourMs = 1_800_000;
const deps = () => ({ db, clock: systemClock, zone });
const allTables = [
  ...['event_rollups', 'playback_rollups', 'retention_rollups'],
  ...['session_rollups', 'activity_snapshots'],
];

beforeEach(async () => {
  await sql`TRUNCATE users, events, playback_events, event_readers, ${sql.raw(allTables.join(', '))}
    CASCADE`.execute(db);
  await openPositions(db, new Date());
});

interface Play {
  readonly id: string;
  readonly userId: string;
  readonly videoId: string;
  readonly openedAt: Date;
  readonly district: string;
}

// An hour ago or so, and early in an hour of India, so that what happens within minutes is of one
// hour and one day whenever the test runs.
function startRecentPlay(): Date {
  const hourMs = 3_600_000;
  const hours = Math.floor((Date.now() - hourMs + halfHourMs) / hourMs);
  return new Date(hours * hourMs - halfHourMs + 600_000);
}

async function addPlay(
  district: string,
  userType = 'LEARNER',
  userId: string = uuidv7(),
): Promise<Play> {
  const [id, videoId, sessionId] = [uuidv7(), uuidv7(), uuidv7()];
  const openedAt = startRecentPlay();
  await sql`INSERT INTO users (id, name, contact_number, country_code, user_type, status, country,
      district, kendra_type, created_at, updated_at)
    VALUES (${userId}, 'Asha', ${userId}, '+91', ${userType}, 'active', 'India', ${district}, 'urban',
      now(), now())`.execute(db);
  await sql`INSERT INTO videos (id, title, description, status, published, publish_when_ready,
      duration_seconds, created_by, created_at, updated_at)
    VALUES (${videoId}, 'A lesson', '', 'ready', true, true, 100, ${userId}, now(), now())`.execute(
    db,
  );
  await sql`INSERT INTO sessions (id, user_id, device_id, user_agent, address, created_at,
      last_seen_at, expires_at)
    VALUES (${sessionId}, ${userId}, 'one', '', '', now(), now(), now())`.execute(db);
  await sql`INSERT INTO playback_sessions (id, session_id, device_id, user_id, video_id, code,
      opened_at, expires_at, browser, system, network)
    VALUES (${id}, ${sessionId}, 'one', ${userId}, ${videoId}, ${id}, ${openedAt}, now(), 'Firefox',
      'Windows', '3g')`.execute(db);
  return { id, userId, videoId, openedAt, district };
}

interface Fact {
  readonly play: Play;
  readonly event: string;
  readonly happenedAt: Date;
  /** Now, if it is not given. */
  readonly receivedAt?: Date;
  readonly seen?: readonly [number, number];
  readonly startMs?: number;
  readonly stallMs?: number;
  readonly kbps?: number;
}

async function report(facts: readonly Fact[]): Promise<void> {
  const rows = facts.map(({ play, seen, ...fact }) => ({
    ...fact,
    id: uuidv7(),
    playId: play.id,
    userId: play.userId,
    videoId: play.videoId,
    openedAt: play.openedAt,
    from: seen?.[0],
    to: seen?.[1],
  }));
  await sql`INSERT INTO playback_events (opened_at, playback_session_id, id, user_id, video_id, event,
      position_seconds, duration_seconds, happened_at, received_at, detail, seen_from, seen_to,
      start_ms, stall_ms, kbps)
    SELECT "openedAt", "playId", id, "userId", "videoId", event, 0, 100, "happenedAt",
      COALESCE("receivedAt", now()), '{}', "from", "to", "startMs", "stallMs", kbps
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("openedAt" timestamptz,
      "playId" uuid, id uuid, "userId" uuid, "videoId" uuid, event text, "happenedAt" timestamptz,
      "receivedAt" timestamptz, "from" float8, "to" float8, "startMs" integer, "stallMs" integer, kbps integer)`.execute(
    db,
  );
}

async function endSession(play: Play, cause: string, minutes: { lasted: number; seen: number }) {
  const sessionId = uuidv7();
  const endedAt = play.openedAt.getTime() + 1000;
  const beganAt = new Date(endedAt - minutes.lasted * 60_000);
  const seenAt = new Date(beganAt.getTime() + minutes.seen * 60_000);
  await sql`INSERT INTO sessions (id, user_id, device_id, user_agent, address, created_at,
      last_seen_at, expires_at)
    VALUES (${sessionId}, ${play.userId}, 'one', '', '', ${beganAt}, ${seenAt}, now())`.execute(db);
  await giveEvents(db, [
    {
      name: 'session.ended',
      userId: play.userId,
      at: new Date(endedAt),
      data: { userId: play.userId, sessionId, cause },
    },
  ]);
}

async function rollUpAll(atMost?: number): Promise<void> {
  await waitUntilSettled(db);
  while (await rollUpOnce(deps(), atMost));
}

async function sums(where: { grain: string; dimension: string; district?: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT value, sum(opened)::int AS opened, sum(starts)::int AS starts, sum(failed)::int AS failed,
      sum(failed_before_start)::int AS early, sum(completed)::int AS completed,
      sum(watch_seconds) AS watched, sum(stalls)::int AS stalls, sum(stall_ms)::int AS "stallMs",
      sum(start_ms)::int AS "startMs", sum(kbps_seconds) AS kbps
    FROM playback_rollups
    WHERE grain = ${where.grain} AND dimension = ${where.dimension}
      AND district = ${where.district ?? '*'}
    GROUP BY value ORDER BY value`.execute(db);
  return rows;
}

it('adds up each fact once, by time, place and what it played on', async () => {
  const [pune, nashik] = [await addPlay('Pune'), await addPlay('Nashik')];
  const admin = await addPlay('Pune', 'ADMIN');
  // Counted nowhere.
  const throwaway = await addPlay('Pune', 'LEARNER', createThrowawayId());
  const at = (minutes: number) => new Date(pune.openedAt.getTime() + minutes * 60_000);
  await report([
    { play: pune, event: 'play', happenedAt: at(0), receivedAt: at(1), startMs: 1200 },
    { play: pune, event: 'rebuffer', happenedAt: at(1), stallMs: 800, seen: [0, 15], kbps: 1000 },
    { play: pune, event: 'pause', happenedAt: at(2), seen: [15, 45.5] },
    { play: nashik, event: 'play', happenedAt: at(0), startMs: 3000 },
    { play: admin, event: 'pause', happenedAt: at(1), seen: [0, 60] },
    { play: throwaway, event: 'play', happenedAt: at(0), startMs: 9000 },
    { play: throwaway, event: 'pause', happenedAt: at(1), seen: [0, 60] },
  ]);
  await giveEvents(db, [
    ...[pune, nashik, admin, throwaway].map(({ id, userId, videoId, openedAt }) => ({
      name: 'playback.opened',
      userId,
      at: openedAt,
      data: { playbackSessionId: id, userId, videoId },
    })),
    {
      name: 'playback.failed',
      userId: pune.userId,
      at: at(3),
      data: { playbackSessionId: pune.id, videoId: pune.videoId },
    },
    { name: 'call.limited', data: { route: '/x', times: 7 } },
    { name: 'sign-in.refused', userId: pune.userId, data: { reason: 'password' } },
    { name: 'calls.measured', data: {} },
  ]);
  for (let pass = 0; pass < 3; pass += 1) await rollUpAll();

  const all = { opened: 2, starts: 2, failed: 1, early: 0, completed: 0, watched: 45.5, stalls: 1 };
  for (const grain of ['minutes', 'hour', 'day'])
    expect(await sums({ grain, dimension: 'all' })).toMatchObject([
      { ...all, stallMs: 800, startMs: 4200, kbps: 15_000 },
    ]);
  expect(await sums({ grain: 'day', dimension: 'browser' })).toMatchObject([
    { value: 'Firefox', ...all },
  ]);
  expect(await sums({ grain: 'hour', dimension: 'network', district: 'Nashik' })).toMatchObject([
    { value: '3g', opened: 1, starts: 1, watched: 0 },
  ]);
  expect((await sums({ grain: 'hour', dimension: 'video' })).map(({ value }) => value)).toEqual(
    [pune.videoId, nashik.videoId].toSorted(),
  );

  const seconds = [...Array(22).fill(2), 1.5, ...Array(27).fill(0)];
  const firstDay = new Date(0);
  for (const places of [null, { field: 'district', values: ['Pune'] } as const]) {
    const ends = await sumRetention(db, pune.videoId, { firstDay, places });
    expect(computePartSeconds(ends, 100)).toEqual(seconds);
  }

  const counted = await sql<{ name: string; reason: string; count: number }>`
    SELECT name, reason, count::int FROM event_rollups
    WHERE grain = 'day' AND district = '*' ORDER BY name`.execute(db);
  expect(counted.rows).toEqual([
    { name: 'call.limited', reason: '/x', count: 7 },
    { name: 'playback.failed', reason: '', count: 1 },
    { name: 'playback.opened', reason: '', count: 3 },
    { name: 'sign-in.refused', reason: 'password', count: 1 },
  ]);

  const days = await sql<{ user_id: string; opened: number; watch_seconds: number }>`
    SELECT user_id, opened, watch_seconds FROM learner_days ORDER BY watch_seconds DESC`.execute(
    db,
  );
  expect(days.rows).toEqual([
    { user_id: pune.userId, opened: 1, watch_seconds: 45.5 },
    { user_id: nashik.userId, opened: 1, watch_seconds: 0 },
  ]);
  const active = await sql<{ district: string; users: number }>`
    SELECT district, users::int FROM activity_snapshots WHERE range = '90d'`.execute(db);
  expect(active.rows.find(({ district }) => district === '*')?.users).toBe(3);
  const known = await sql<{ district: string; users: number }>`
    SELECT district, users::int FROM activity_snapshots WHERE range = 'all' ORDER BY 1`.execute(db);
  expect(known.rows).toEqual([
    { district: '*', users: 3 },
    { district: 'Nashik', users: 1 },
    { district: 'Pune', users: 2 },
  ]);
});

it('equals a naive recount, however facts are divided, late, or met by a failure', async () => {
  const plays = await Promise.all(
    ['Pune', 'Nashik', 'Pune', 'Nagpur'].map((place) => addPlay(place)),
  );
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const told: Fact[] = [];
  // Every so often adding up fails before its end.
  await sql`CREATE SEQUENCE IF NOT EXISTS rounds`.execute(db);
  await sql`CREATE OR REPLACE FUNCTION fail_often() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF nextval('rounds') % 3 = 0 THEN RAISE EXCEPTION 'planted'; END IF; RETURN NULL; END $$`.execute(
    db,
  );
  await sql`CREATE TRIGGER fail_often AFTER INSERT ON learner_days FOR EACH STATEMENT
    EXECUTE FUNCTION fail_often()`.execute(db);
  let failed = 0;
  for (let round = 0; round < 40; round += 1) {
    const facts = Array.from({ length: 1 + random(6) }, (): Fact => {
      const play = plays[random(plays.length)] ?? plays[0]!;
      const from = random(80);
      // Up to an hour late, and by clocks that are hours off.
      const happenedAt = new Date(play.openedAt.getTime() + (random(240) - 90) * 60_000);
      return {
        play,
        event: 'progress',
        happenedAt,
        seen: [from, from + 1 + random(20)],
        ...(random(3) === 0 ? { startMs: random(9000) } : {}),
      };
    });
    told.push(...facts);
    await report(facts);
    if (random(2) === 0) await rollUpOnce(deps(), 1 + random(5)).catch(() => (failed += 1));
  }
  await sql`DROP FUNCTION fail_often CASCADE`.execute(db);
  await Promise.all([rollUpAll(3), rollUpAll(3)]);
  await rollUpAll();
  expect(failed).toBeGreaterThan(0);

  const { rows } = await sql<{ bucket: Date; district: string; watched: number; starts: number }>`
    SELECT bucket, district, watch_seconds AS watched, starts::int FROM playback_rollups
    WHERE grain = 'hour' AND dimension = 'all'`.execute(db);
  const recount = new Map<string, { watched: number; starts: number }>();
  for (const { play, happenedAt, seen = [0, 0], startMs } of told) {
    const at = Math.min(Math.max(happenedAt.getTime(), play.openedAt.getTime()), Date.now());
    // In India hours begin at half past.
    const hour = Math.floor((at + halfHourMs) / 3_600_000) * 3_600_000 - halfHourMs;
    for (const district of [play.district, '*']) {
      const key = `${hour} ${district}`;
      const { watched, starts } = recount.get(key) ?? { watched: 0, starts: 0 };
      recount.set(key, {
        watched: watched + seen[1] - seen[0],
        starts: starts + (startMs === undefined ? 0 : 1),
      });
    }
  }
  const stored = rows.map(({ bucket, district, watched, starts }) => [
    `${bucket.getTime()} ${district}`,
    { watched, starts },
  ]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(recount));
  const steps = await sql<{ starts: number }>`SELECT sum(one.starts)::int AS starts
    FROM playback_rollups, unnest(start_counts) AS one (starts) WHERE grain = 'day' AND dimension = 'all' AND district = '*'`.execute(
    db,
  );
  const starts = told.filter(({ startMs }) => startMs !== undefined).length;
  expect(steps.rows).toEqual([{ starts }]);
});

it('measures sessions to their last call, or to the sign-out', async () => {
  const [pune, nashik] = [await addPlay('Pune'), await addPlay('Nashik')];
  await endSession(pune, 'logout', { lasted: 30, seen: 28 });
  await endSession(pune, 'expired', { lasted: 7 * 1440, seen: 50 });
  await endSession(nashik, 'blocked', { lasted: 100, seen: 10 });
  for (let pass = 0; pass < 2; pass += 1) await rollUpAll();
  const { rows } = await sql`SELECT grain, district, sessions::int, seconds / 60 AS minutes
    FROM session_rollups WHERE grain = 'hour' ORDER BY district`.execute(db);
  expect(rows).toEqual([
    { grain: 'hour', district: '*', sessions: 3, minutes: 90 },
    { grain: 'hour', district: 'Nashik', sessions: 1, minutes: 10 },
    { grain: 'hour', district: 'Pune', sessions: 2, minutes: 80 },
  ]);
});
