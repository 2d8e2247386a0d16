import { retentionParts } from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { factor, leastMs } from './start-time.rules.ts';

/** The two tables of facts, each with its own position in `event_readers`. */
export const sources = ['playback_events', 'events'] as const;
export type Source = (typeof sources)[number];

/** The facts of the transactions after the first one, up to the second, are added up next. */
export interface Portion {
  readonly source: Source;
  readonly after: number;
  readonly upTo: number;
  readonly isEmpty: boolean;
  /** Whether there may be more behind it. */
  readonly isFull: boolean;
}

/** Up to where facts were added up, and when. */
export interface Positions {
  readonly after: ReadonlyMap<string, number>;
  readonly savedAt: Date;
}

const nowhere = '00000000-0000-0000-0000-000000000000';
/** Transactions below it have ended, and so none of them adds a fact any more. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
/** Older days are not looked into: playbacks last some hours, and the spool keeps events for minutes. */
const reachMs = 8 * 86_400_000;

/** Names the column that decides in which day's partition a fact lies. */
const dayColumn = { playback_events: 'opened_at', events: 'happened_at' } as const;

const readerOf = (source: Source) => `analytics.${source}`;

/** Makes the positions, at the present: facts from before were not measured. */
export async function openPositions(db: DbOrTrx, now: Date): Promise<void> {
  for (const source of sources) {
    await sql`INSERT INTO event_readers (name, transaction_id, event_id, written_transaction_id,
        written_event_id, floor_id, saved_at)
      VALUES (${readerOf(source)}, ${settled} - 1, ${nowhere}, ${settled} - 1, ${nowhere}, ${nowhere},
        ${now})
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/**
 * Locks the positions until the transaction ends. A position ahead of all transactions was counted by
 * another database cluster, from which this one was restored: then the present is the position.
 * @returns undefined while another process adds up
 */
export async function lockPositions(trx: Trx): Promise<Positions | undefined> {
  const { rows } = await sql<{ name: string; after: string; saved_at: Date }>`
    SELECT name, saved_at, CASE WHEN transaction_id > pg_current_xact_id()::text::bigint THEN ${settled} - 1
      ELSE transaction_id END AS after
    FROM event_readers WHERE name = ANY (${sources.map(readerOf)}::text[])
    ORDER BY name FOR UPDATE SKIP LOCKED`.execute(trx);
  const [first] = rows;
  if (!first || rows.length < sources.length) return undefined;
  return {
    after: new Map(rows.map(({ name, after }) => [name, Number(after)])),
    savedAt: first.saved_at,
  };
}

/** Finds how far the next portion of about so many facts goes; transactions are never divided. */
export async function findPortion(
  trx: Trx,
  positions: Positions,
  source: Source,
  { atMost, now }: { readonly atMost: number; readonly now: Date },
): Promise<Portion> {
  const after = positions.after.get(readerOf(source)) ?? 0;
  const next = (skipped: number) => sql`(SELECT transaction_id FROM ${sql.table(source)}
    WHERE transaction_id > ${after}::bigint AND transaction_id < ${settled}
      AND ${isWithinReach(source, now)}
    ORDER BY transaction_id OFFSET ${skipped} LIMIT 1)`;
  const { rows } = await sql<{ first: string | null; last: string | null; settled: string }>`
    SELECT ${settled} AS settled, ${next(0)} AS first, ${next(atMost)} AS last`.execute(trx);
  const [found] = rows;
  const last = found?.last ?? null;
  return {
    source,
    after,
    upTo: last === null ? Number(found?.settled ?? after + 1) - 1 : Number(last),
    isEmpty: (found?.first ?? null) === null,
    isFull: last !== null,
  };
}

/** Notes that a portion was added up. */
export async function moveOn(trx: Trx, { source, upTo }: Portion, now: Date): Promise<void> {
  await sql`UPDATE event_readers SET transaction_id = ${upTo}::bigint,
      written_transaction_id = ${upTo}::bigint, saved_at = ${now}
    WHERE name = ${readerOf(source)}`.execute(trx);
}

function isWithinReach(source: Source, now: Date): RawBuilder<boolean> {
  const oldest = new Date(now.getTime() - reachMs);
  return sql<boolean>`${sql.ref(dayColumn[source])} >= ${oldest}::timestamptz`;
}

const isInPortion = ({ after, upTo }: Portion) =>
  sql`fact.transaction_id > ${after}::bigint AND fact.transaction_id <= ${upTo}::bigint`;

const placeOfUser = sql`coalesce(users.country, '') AS country,
  coalesce(users.district, '') AS district, coalesce(users.kendra_type, '') AS kendra_type`;

/** Each row once for its own place and once for all places together. */
export const eachPlace = sql`LATERAL (VALUES (base.country, base.district, base.kendra_type),
  ('*', '*', '*')) AS place (country, district, kendra_type)`;

export const buckets = (zone: string) => sql`
  date_bin('5 minutes', at, timestamptz '2020-01-01 00:00Z') AS minutes,
  date_trunc('hour', at, ${zone}::text) AS hour, date_trunc('day', at, ${zone}::text) AS day`;

/** What a learner's lessons are summed by; minutes only in all. */
const eachSum = sql`LATERAL (VALUES ('minutes', base.minutes, 'all', ''),
  ('hour', base.hour, 'all', ''), ('hour', base.hour, 'video', base.video_id::text),
  ('hour', base.hour, 'browser', base.browser), ('hour', base.hour, 'system', base.system),
  ('hour', base.hour, 'network', base.network),
  ('day', base.day, 'all', ''), ('day', base.day, 'video', base.video_id::text),
  ('day', base.day, 'browser', base.browser), ('day', base.day, 'system', base.system),
  ('day', base.day, 'network', base.network)) AS sum (grain, bucket, dimension, value)`;

const sumKey = sql`sum.grain, sum.bucket, sum.dimension, sum.value, place.country, place.district,
  place.kendra_type`;

/**
 * Learners' reports. A browser's clock may be wrong, so that an event counts no earlier than its
 * playback was opened, and no later than it arrived.
 */
export function reportedFacts(portion: Portion, now: Date): RawBuilder<unknown> {
  return sql`SELECT least(greatest(fact.happened_at, fact.opened_at), fact.received_at) AS at,
      fact.*, playback.browser, playback.system, playback.network, ${placeOfUser}
    FROM playback_events AS fact
    JOIN users ON users.id = fact.user_id AND users.user_type = 'LEARNER'
    JOIN playback_sessions AS playback ON playback.id = fact.playback_session_id
    WHERE ${isInPortion(portion)} AND fact.${isWithinReach('playback_events', now)}`;
}

const startTimeStep = sql`floor(ln(greatest(start_ms, ${leastMs}::int)::float8 / ${leastMs}::float8)
  / ln(${factor}::float8) + 1e-9)::smallint`;

/** Adds up how lessons played, from the reports of players. */
export async function addReports(
  trx: Trx,
  portion: Portion,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<void> {
  await sql`WITH base AS MATERIALIZED (
      SELECT ${buckets(zone)}, video_id, browser, system, network, country, district, kendra_type,
        count(start_ms) AS starts, coalesce(sum(start_ms), 0) AS start_ms,
        coalesce(sum(seen_to - seen_from), 0) AS watch_seconds,
        count(*) FILTER (WHERE event = 'rebuffer') AS stalls,
        coalesce(sum(stall_ms), 0) AS stall_ms,
        coalesce(sum(kbps * (seen_to - seen_from)), 0) AS kbps_seconds,
        coalesce(sum(seen_to - seen_from) FILTER (WHERE kbps IS NOT NULL), 0) AS measured_seconds
      FROM (${reportedFacts(portion, now)}) AS reported
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    )
    INSERT INTO playback_rollups AS known (grain, bucket, dimension, value, country, district,
      kendra_type, opened, starts, failed, failed_before_start, completed, watch_seconds, stalls,
      stall_ms, start_ms, kbps_seconds, measured_seconds)
    SELECT ${sumKey}, 0, sum(starts), 0, 0, 0, sum(watch_seconds), sum(stalls), sum(stall_ms),
      sum(start_ms), sum(kbps_seconds), sum(measured_seconds)
    FROM base, ${eachSum}, ${eachPlace}
    GROUP BY ${sumKey}
    ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type) DO UPDATE SET
      starts = known.starts + excluded.starts,
      watch_seconds = known.watch_seconds + excluded.watch_seconds,
      stalls = known.stalls + excluded.stalls, stall_ms = known.stall_ms + excluded.stall_ms,
      start_ms = known.start_ms + excluded.start_ms,
      kbps_seconds = known.kbps_seconds + excluded.kbps_seconds,
      measured_seconds = known.measured_seconds + excluded.measured_seconds`.execute(trx);
  await sql`WITH base AS MATERIALIZED (
      SELECT ${buckets(zone)}, video_id, browser, system, network, country, district, kendra_type,
        ${startTimeStep} AS step, count(*) AS starts
      FROM (${reportedFacts(portion, now)}) AS reported WHERE start_ms IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    )
    INSERT INTO start_time_rollups AS known (grain, bucket, dimension, value, country, district,
      kendra_type, step, starts)
    SELECT ${sumKey}, step, sum(starts) FROM base, ${eachSum}, ${eachPlace} GROUP BY ${sumKey}, step
    ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type, step) DO UPDATE
      SET starts = known.starts + excluded.starts`.execute(trx);
  await addRetention(trx, portion, { zone, now });
  await sql`INSERT INTO learner_days AS known (user_id, day, video_id, opened, watch_seconds, last_at)
    SELECT user_id, date_trunc('day', at, ${zone}::text), video_id, 0,
      coalesce(sum(seen_to - seen_from), 0), max(at)
    FROM (${reportedFacts(portion, now)}) AS reported GROUP BY 1, 2, 3
    ON CONFLICT (user_id, day, video_id) DO UPDATE SET
      watch_seconds = known.watch_seconds + excluded.watch_seconds,
      last_at = greatest(known.last_at, excluded.last_at)`.execute(trx);
  await sql`INSERT INTO user_activity AS known (user_id, last_at)
    SELECT user_id, max(at) FROM (${reportedFacts(portion, now)}) AS reported GROUP BY 1
    ON CONFLICT (user_id) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`.execute(
    trx,
  );
}

/** Adds up how long each part of a video was watched. */
async function addRetention(
  trx: Trx,
  portion: Portion,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<void> {
  await sql`WITH base AS MATERIALIZED (
      SELECT date_trunc('day', at, ${zone}::text) AS day, video_id, country, district, kendra_type,
        part, sum(least(seen_to, (part + 1) * length) - greatest(seen_from, part * length)) AS seconds
      FROM (${reportedFacts(portion, now)}) AS reported
      JOIN LATERAL (SELECT videos.duration_seconds / ${retentionParts}::float8 AS length FROM videos
        WHERE videos.id = reported.video_id AND videos.duration_seconds > 0) AS video ON true
      CROSS JOIN generate_series(floor(seen_from / length)::int,
        least(ceil(seen_to / length)::int, ${retentionParts}) - 1) AS part
      WHERE seen_to > seen_from
      GROUP BY 1, 2, 3, 4, 5, 6
    ), summed AS (
      SELECT day, video_id, place.country, place.district, place.kendra_type, part,
        sum(seconds) AS seconds
      FROM base, ${eachPlace} GROUP BY 1, 2, 3, 4, 5, 6
    )
    INSERT INTO retention_rollups AS known (day, video_id, country, district, kendra_type, seconds)
    SELECT day, video_id, country, district, kendra_type,
      array_agg(coalesce(summed.seconds, 0) ORDER BY part)
    FROM (SELECT DISTINCT day, video_id, country, district, kendra_type FROM summed) AS curve
    CROSS JOIN generate_series(0, ${retentionParts - 1}) AS part
    LEFT JOIN summed USING (day, video_id, country, district, kendra_type, part)
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (video_id, day, country, district, kendra_type) DO UPDATE SET seconds = ARRAY(
      SELECT was + more FROM unnest(known.seconds, excluded.seconds)
        WITH ORDINALITY AS one (was, more, part) ORDER BY part)`.execute(trx);
}

/** What one process measures of itself every few seconds: no facts about users or lessons. */
export const notCounted = ['calls.measured', 'calls.slow', 'clock.jumped', 'events.crowded'];
const playbackFacts = ['playback.opened', 'playback.failed', 'lesson.completed'];
const signsOfLife = ['session.opened', 'playback.opened'];

export function recordedFacts(portion: Portion, now: Date): RawBuilder<unknown> {
  return sql`SELECT fact.happened_at AS at, fact.name, fact.data, users.user_type, users.id AS known_user_id,
      ${placeOfUser}
    FROM events AS fact LEFT JOIN users ON users.id = fact.user_id
    WHERE ${isInPortion(portion)} AND fact.${isWithinReach('events', now)}`;
}

/** Adds up what happened, from the events. */
export async function addEvents(
  trx: Trx,
  portion: Portion,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<void> {
  await sql`WITH base AS MATERIALIZED (
      SELECT ${buckets(zone)}, name, country, district, kendra_type,
        left(coalesce(data->>'reason', data->>'cause',
          CASE WHEN name = 'call.limited' THEN data->>'route' END, ''), 60) AS reason,
        sum(coalesce((data->>'times')::bigint, 1)) AS count
      FROM (${recordedFacts(portion, now)}) AS recorded
      WHERE name <> ALL (${notCounted}::text[])
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    )
    INSERT INTO event_rollups AS known (grain, bucket, name, reason, country, district, kendra_type,
      count)
    SELECT sum.grain, sum.bucket, name, reason, place.country, place.district, place.kendra_type,
      sum(count)
    FROM base, LATERAL (VALUES ('minutes', base.minutes), ('hour', base.hour), ('day', base.day))
      AS sum (grain, bucket), ${eachPlace}
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (grain, name, bucket, reason, country, district, kendra_type) DO UPDATE
      SET count = known.count + excluded.count`.execute(trx);
  await sql`WITH base AS MATERIALIZED (
      SELECT ${buckets(zone)}, (data->>'videoId')::uuid AS video_id, browser, system, network,
        country, district, kendra_type,
        count(*) FILTER (WHERE name = 'playback.opened') AS opened,
        count(*) FILTER (WHERE name = 'playback.failed') AS failed,
        count(*) FILTER (WHERE name = 'playback.failed' AND NOT has_started) AS failed_before_start,
        count(*) FILTER (WHERE name = 'lesson.completed') AS completed
      FROM (${recordedFacts(portion, now)}) AS recorded
      JOIN LATERAL (
        SELECT playback.browser, playback.system, playback.network,
          recorded.name = 'playback.failed' AND EXISTS (SELECT FROM playback_events AS said
            WHERE said.opened_at = playback.opened_at AND said.playback_session_id = playback.id
              AND said.start_ms IS NOT NULL AND said.received_at <= recorded.at) AS has_started
        FROM playback_sessions AS playback
        WHERE playback.id = (recorded.data->>'playbackSessionId')::uuid
      ) AS playback ON true
      WHERE name = ANY (${playbackFacts}::text[]) AND user_type = 'LEARNER'
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    )
    INSERT INTO playback_rollups AS known (grain, bucket, dimension, value, country, district,
      kendra_type, opened, starts, failed, failed_before_start, completed, watch_seconds, stalls,
      stall_ms, start_ms, kbps_seconds, measured_seconds)
    SELECT ${sumKey}, sum(opened), 0, sum(failed), sum(failed_before_start), sum(completed), 0, 0, 0,
      0, 0, 0
    FROM base, ${eachSum}, ${eachPlace}
    GROUP BY ${sumKey}
    ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type) DO UPDATE SET
      opened = known.opened + excluded.opened, failed = known.failed + excluded.failed,
      failed_before_start = known.failed_before_start + excluded.failed_before_start,
      completed = known.completed + excluded.completed`.execute(trx);
  await sql`INSERT INTO learner_days AS known (user_id, day, video_id, opened, watch_seconds, last_at)
    SELECT known_user_id, date_trunc('day', at, ${zone}::text), (data->>'videoId')::uuid, count(*), 0,
      max(at)
    FROM (${recordedFacts(portion, now)}) AS recorded
    WHERE name = 'playback.opened' AND user_type = 'LEARNER' GROUP BY 1, 2, 3
    ON CONFLICT (user_id, day, video_id) DO UPDATE SET opened = known.opened + excluded.opened,
      last_at = greatest(known.last_at, excluded.last_at)`.execute(trx);
  await sql`INSERT INTO user_activity AS known (user_id, last_at)
    SELECT known_user_id, max(at) FROM (${recordedFacts(portion, now)}) AS recorded
    WHERE name = ANY (${signsOfLife}::text[]) AND known_user_id IS NOT NULL GROUP BY 1
    ON CONFLICT (user_id) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`.execute(
    trx,
  );
}
