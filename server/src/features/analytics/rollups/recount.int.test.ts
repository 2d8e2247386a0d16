import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { systemClock } from '../../../platform/clock/clock.ts';
import { createTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { computePartSeconds, type RetentionEnds } from '../videos/retention.rules.ts';
import {
  type GivenFact,
  type GivenPlay,
  recount,
  type Sums,
  videoSeconds,
  zone,
} from './recount.fixture.ts';
import { rollUpOnce } from './roll-up.adapter.ts';
import { openPositions } from './roll-up.repository.ts';

const hourMs = 3_600_000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openTestDatabase>['db'];
let plays: readonly GivenPlay[];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  ({ db } = openTestDatabase(database.connectionString, 4));
  await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(db);
  const [pune, nashik, admin] = await Promise.all(
    (['Pune', 'Nashik', 'Pune'] as const).map((place, i) => addUser(place, i < 2)),
  );
  const videos = await Promise.all([addVideo(pune!.userId), addVideo(pune!.userId)]);
  plays = await Promise.all([
    // Facts arrive as late as two days after.
    addPlay(pune!, videos[0]!, 'Firefox', 47),
    addPlay(pune!, videos[1]!, 'Chrome', 3),
    addPlay(nashik!, videos[0]!, 'Firefox', 1),
    addPlay(admin!, videos[0]!, 'Chrome', 1),
  ]);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(reset);

async function reset(): Promise<void> {
  const rollups = ['playback_rollups', 'retention_rollups', 'learner_days'];
  await sql`TRUNCATE playback_events, event_readers, user_activity, ${sql.raw(rollups.join())}
    CASCADE`.execute(db);
  await openPositions(db, new Date());
}

type GivenUser = Pick<GivenPlay, 'userId' | 'district' | 'isLearner'>;

async function addUser(district: string, isLearner: boolean): Promise<GivenUser> {
  const userId = uuidv7();
  await sql`INSERT INTO users (id, name, contact_number, country_code, user_type, status, country,
      district, kendra_type, created_at, updated_at)
    VALUES (${userId}, 'Asha', ${userId}, '+91', ${isLearner ? 'LEARNER' : 'ADMIN'}, 'active',
      'India', ${district}, 'urban', now(), now())`.execute(db);
  return { userId, district, isLearner };
}

async function addVideo(userId: string): Promise<string> {
  const videoId = uuidv7();
  await sql`INSERT INTO videos (id, title, description, status, published, publish_when_ready,
      duration_seconds, created_by, created_at, updated_at)
    VALUES (${videoId}, 'A lesson', '', 'ready', true, true, ${videoSeconds}, ${userId}, now(), now())`.execute(
    db,
  );
  return videoId;
}

async function addPlay(
  user: GivenUser,
  videoId: string,
  browser: string,
  hoursAgo: number,
): Promise<GivenPlay> {
  const [id, sessionId] = [uuidv7(), uuidv7()];
  const openedAt = new Date(Date.now() - hoursAgo * hourMs);
  await sql`INSERT INTO sessions (id, user_id, device_id, user_agent, address, created_at,
      last_seen_at, expires_at)
    VALUES (${sessionId}, ${user.userId}, 'one', '', '', now(), now(), now())`.execute(db);
  await sql`INSERT INTO playback_sessions (id, session_id, device_id, user_id, video_id, code,
      opened_at, expires_at, browser)
    VALUES (${id}, ${sessionId}, 'one', ${user.userId}, ${videoId}, ${id}, ${openedAt}, now(),
      ${browser})`.execute(db);
  return { ...user, id, videoId, openedAt, browser };
}

/** Whole and half numbers, whose sums are exact in every order. */
const factArbitrary = fc
  .record({
    which: fc.nat(3),
    event: fc.constantFrom('play', 'progress', 'rebuffer'),
    /** Of a clock that may be hours off, in both directions. */
    minutes: fc.integer({ min: -300, max: 3600 }),
    position: fc.constantFrom(-5, 0, 50, 1e9),
    from: fc.option(fc.nat(180), { nil: null }),
    length: fc.integer({ min: 1, max: 40 }),
    startMs: fc.option(fc.nat(20_000), { nil: null }),
    kbps: fc.option(fc.nat(5000), { nil: null }),
    /** In hundredths of the start, at most all of them. */
    parts: fc.option(fc.tuple(fc.nat(25), fc.nat(25), fc.nat(25), fc.nat(25)), { nil: null }),
    frames: fc.option(fc.tuple(fc.nat(9000), fc.nat(9000)), { nil: null }),
  })
  .map((said): GivenFact => {
    const play = plays[said.which]!;
    const seconds = said.from === null ? null : said.from / 2;
    const startMs = said.event === 'play' ? said.startMs : null;
    const [shown, dropped] = said.frames ?? [null, null];
    return {
      id: uuidv7(),
      play,
      event: said.event,
      happenedAt: new Date(play.openedAt.getTime() + said.minutes * 60_000),
      receivedAt: new Date(),
      position: said.position,
      seen: seconds === null ? null : [seconds, Math.min(videoSeconds, seconds + said.length / 2)],
      startMs,
      stallMs: said.event === 'rebuffer' ? said.startMs : null,
      kbps: said.kbps,
      startParts: startMs === null ? null : divideStart(startMs, said.parts),
      frames: shown === null || dropped === null ? null : shown + dropped,
      droppedFrames: dropped,
    };
  });

type StartParts = NonNullable<GivenFact['startParts']>;
function divideStart(startMs: number, hundredths: StartParts | null): StartParts | null {
  if (hundredths === null) return null;
  const part = (hundredth: number) => Math.floor((startMs * hundredth) / 100);
  const [answer, manifest, licence, segments] = hundredths;
  return [part(answer), part(manifest), part(licence), part(segments)];
}

/** As the server stores reports: what is known already, it leaves as it is. */
async function report(facts: readonly GivenFact[]): Promise<void> {
  const rows = facts.map(({ play, seen, ...fact }) => ({
    ...fact,
    playId: play.id,
    userId: play.userId,
    videoId: play.videoId,
    openedAt: play.openedAt,
    from: seen?.[0],
    to: seen?.[1],
  }));
  await sql`INSERT INTO playback_events (opened_at, playback_session_id, id, user_id, video_id, event,
      position_seconds, duration_seconds, happened_at, received_at, detail, seen_from, seen_to,
      start_ms, stall_ms, kbps, start_parts, frames, dropped_frames)
    SELECT "openedAt", "playId", id, "userId", "videoId", event, position, ${videoSeconds}::int,
      "happenedAt", "receivedAt", '{}', "from", "to", "startMs", "stallMs", kbps,
      "startParts", frames, "droppedFrames"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("openedAt" timestamptz,
      "playId" uuid, id uuid, "userId" uuid, "videoId" uuid, event text, position float8,
      "happenedAt" timestamptz, "receivedAt" timestamptz, "from" float8, "to" float8,
      "startMs" integer, "stallMs" integer, kbps integer, "startParts" integer[], frames integer,
      "droppedFrames" integer)
    ON CONFLICT DO NOTHING`.execute(db);
}

const rollUp = (atMost: number) => rollUpOnce({ db, clock: systemClock, zone }, atMost);

/** A transaction of another test holds back what may be added up. */
async function rollUpAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        while (await rollUp(1000));
        return countLeft();
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(0);
}

async function countLeft(): Promise<number> {
  const { rows } = await sql<{ facts: number }>`SELECT count(*)::int AS facts FROM playback_events
    WHERE transaction_id > (SELECT transaction_id FROM event_readers
      WHERE name = 'analytics.playback_events')`.execute(db);
  return rows[0]?.facts ?? 0;
}

/** Fails at one of the tables that it writes to, after it has written to others. */
async function rollUpInVain(atMost: number, table: string): Promise<void> {
  await sql`CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${sql.table(table)} FOR EACH STATEMENT
    EXECUTE FUNCTION fail()`.execute(db);
  await rollUp(atMost).catch(() => undefined);
  await sql`DROP TRIGGER fail ON ${sql.table(table)}`.execute(db);
}

/** Reads the rollups in the same form. */
async function readRollups(): Promise<Record<string, Record<string, Sums>>> {
  const ms = (column: string) => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint::text`;
  const playback = await sql<{ key: string } & Sums>`
    SELECT concat_ws(' ', grain, ${ms('bucket')}, dimension, value, district) AS key,
      starts::float8, watch_seconds AS watched, stalls::float8, stall_ms::float8 AS "stallMs",
      start_ms::float8 AS "startMs", kbps_seconds AS kbps, measured_seconds AS measured,
      split_starts::float8 AS split, answer_ms::float8 AS answer, manifest_ms::float8 AS manifest,
      licence_ms::float8 AS licence, segments_ms::float8 AS segments,
      picture_ms::float8 AS picture, frames::float8, dropped_frames::float8 AS dropped
    FROM playback_rollups`.execute(db);
  const starts = await sql<{ key: string } & Sums>`
    SELECT concat_ws(' ', grain, ${ms('bucket')}, dimension, value, district, step) AS key,
      one.starts::float8 FROM playback_rollups, unnest(start_steps, start_counts) AS one (step, starts)`.execute(
    db,
  );
  const days = await sql<{ key: string } & Sums>`
    SELECT concat_ws(' ', user_id, ${ms('day')}, video_id) AS key, watch_seconds AS watched
    FROM learner_days`.execute(db);
  const curves = await sql<{ key: string; ends: RetentionEnds[] }>`
    SELECT concat_ws(' ', ${ms('day')}, video_id, district) AS key, (
      SELECT jsonb_agg(jsonb_build_object('part', part, 'change', change, 'rest', rest))
      FROM unnest(parts, changes, rests) AS one (part, change, rest)) AS ends
    FROM retention_rollups`.execute(db);
  return {
    playback: byKey(playback.rows),
    starts: byKey(starts.rows),
    days: byKey(days.rows),
    curves: Object.fromEntries(
      curves.rows.map(({ key, ends }) => [
        key,
        Object.fromEntries(
          computePartSeconds(ends, videoSeconds).flatMap((value, part) =>
            value === 0 ? [] : [[`part ${part}`, value]],
          ),
        ),
      ]),
    ),
  };
}

function byKey(rows: readonly ({ readonly key: string } & Sums)[]): Record<string, Sums> {
  return Object.fromEntries(rows.map(({ key, ...sums }) => [key, sums]));
}

const acts = fc.oneof(
  fc.record({ report: fc.array(factArbitrary, { minLength: 1, maxLength: 8 }) }),
  fc.record({ again: fc.nat(5) }),
  fc.record({ atMost: fc.integer({ min: 1, max: 6 }), processes: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    atMost: fc.integer({ min: 1, max: 6 }),
    failsAt: fc.constantFrom('learner_days', 'playback_rollups', 'event_readers'),
  }),
);

it('equals a naive recount of facts that come late, twice, in any order and by wrong clocks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 12 }), async (history) => {
      await reset();
      const reports: (readonly GivenFact[])[] = [];
      for (const act of history) {
        if ('report' in act) {
          reports.push(act.report);
          await report(act.report);
        } else if ('again' in act) await report(reports[act.again % reports.length] ?? []);
        else if ('failsAt' in act) await rollUpInVain(act.atMost, act.failsAt);
        else await Promise.all(Array.from({ length: act.processes }, () => rollUp(act.atMost)));
      }
      await rollUpAll();
      expect(await readRollups()).toEqual(recount(reports.flat()));
    }),
    { numRuns: 30 },
  );
});

it('counts each fact once where two processes add up and are killed in the middle', async () => {
  const script = path.join(import.meta.dirname, 'recount.fixture.ts');
  const given: GivenFact[] = [];
  const samples = fc.sample(factArbitrary, { numRuns: 600, seed: 18 });
  for (let round = 0; round < 3; round += 1) {
    const children = [0, 1].map(() =>
      spawn(process.execPath, [script, database.connectionString], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (let lot = 0; lot < 50; lot += 1) {
      const facts = samples.slice(given.length, given.length + 4);
      given.push(...facts);
      await report(facts);
    }
    // In the middle: some of it is added up, and much is not.
    await expect.poll(countLeft, { timeout: 30_000, interval: 5 }).toBeLessThan(160);
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(exits);
    expect(await countLeft()).toBeGreaterThan(0);
  }
  await rollUpAll();
  expect(await readRollups()).toEqual(recount(given));
});
