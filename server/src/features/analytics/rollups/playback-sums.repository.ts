import { retentionParts } from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { isLastingUser } from '../../../platform/throwaway/throwaway-id.ts';
import {
  buckets,
  eachPlace,
  isInPortion,
  isWithinReach,
  type Portion,
  placeOfUser,
  recordedFacts,
} from './roll-up.repository.ts';
import { factor, leastMs } from './start-time.rules.ts';

interface When {
  readonly zone: string;
  readonly now: Date;
}

/** What a learner's lessons are summed by; minutes only in all. */
const eachSum = sql`LATERAL (VALUES ('minutes', 'minutes', base.minutes, 'all', ''),
  ('minutes', 'hour', base.hour, 'all', ''), ('minutes', 'day', base.day, 'all', ''),
  ('video', 'hour', base.hour, 'video', base.video_id::text),
  ('video', 'day', base.day, 'video', base.video_id::text),
  ('player', 'hour', base.hour, 'browser', base.browser),
  ('player', 'hour', base.hour, 'system', base.system),
  ('player', 'hour', base.hour, 'network', base.network),
  ('player', 'day', base.day, 'browser', base.browser),
  ('player', 'day', base.day, 'system', base.system),
  ('player', 'day', base.day, 'network', base.network)
) AS sum (of_set, grain, bucket, dimension, value)`;

const sumKey = sql`sum.grain, sum.bucket, sum.dimension, sum.value, place.country,
  place.district, place.kendra_type`;

/**
 * Divides rows by all that they are summed by, to be grouped by `sumKey`. They are first added up in
 * three sets, which have far fewer rows: each row has eleven sums, in two places each.
 * @param table has minutes, hour, day, video_id, browser, system, network and place
 * @param sums as columns, with their names
 * @param more another column of the key
 */
function divideSums(
  table: string,
  sums: RawBuilder<unknown>,
  more?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const key = more
    ? sql`country, district, kendra_type, ${more}`
    : sql`country, district, kendra_type`;
  return sql`(
    SELECT CASE WHEN GROUPING(minutes) = 0 THEN 'minutes' WHEN GROUPING(video_id) = 0 THEN 'video'
        ELSE 'player' END AS of_set,
      minutes, hour, day, video_id, browser, system, network, ${key}, ${sums}
    FROM ${sql.ref(table)}
    GROUP BY GROUPING SETS ((minutes, hour, day, ${key}), (hour, day, video_id, ${key}),
      (hour, day, browser, system, network, ${key}))
  ) AS base JOIN ${eachSum} ON sum.of_set = base.of_set CROSS JOIN ${eachPlace}`;
}

/**
 * A browser's clock may be wrong, so that an event counts no earlier than its playback was opened,
 * and no later than it arrived.
 */
const at = sql`least(greatest(fact.happened_at, fact.opened_at), fact.received_at)`;
/** Hours and days of all time zones are made of whole ones. */
const minutes = sql`date_bin('5 minutes', ${at}, timestamptz '2020-01-01 00:00Z')`;

const startTimeStep = sql`floor(ln(greatest(took_ms, ${leastMs}::int)::float8 / ${leastMs}::float8)
  / ln(${factor}::float8) + 1e-9)::smallint`;

/**
 * Adds up how lessons played, from the reports of players. Facts of one playback within five minutes
 * become one row before anything else is known of them: where much was missed, that is a tenth.
 */
export async function addReports(trx: Trx, portion: Portion, when: When): Promise<void> {
  const { zone, now } = when;
  await sql`WITH beats AS MATERIALIZED (
      SELECT fact.playback_session_id, ${minutes} AS minutes, max(${at}) AS last_at,
        count(start_ms) AS starts, coalesce(sum(start_ms), 0) AS start_ms,
        array_agg(start_ms) FILTER (WHERE start_ms IS NOT NULL) AS start_times,
        coalesce(sum(seen_to - seen_from), 0) AS watch_seconds,
        count(*) FILTER (WHERE event = 'rebuffer') AS stalls,
        coalesce(sum(stall_ms), 0) AS stall_ms,
        coalesce(sum(kbps * (seen_to - seen_from)), 0) AS kbps_seconds,
        coalesce(sum(seen_to - seen_from) FILTER (WHERE kbps IS NOT NULL), 0) AS measured_seconds
      FROM playback_events AS fact
      WHERE ${isInPortion(portion)} AND fact.${isWithinReach('playback_events', now)}
        AND ${isLastingUser(sql`fact.user_id`)}
      GROUP BY 1, 2
    ), staged AS MATERIALIZED (
      SELECT beats.*, date_trunc('hour', minutes, ${zone}::text) AS hour,
        date_trunc('day', minutes, ${zone}::text) AS day, playback.user_id, playback.video_id, playback.browser,
        playback.system, playback.network, ${placeOfUser}
      FROM beats JOIN playback_sessions AS playback ON playback.id = beats.playback_session_id
      JOIN users ON users.id = playback.user_id AND users.user_type = 'LEARNER'
    ), started AS (
      SELECT staged.*, ${startTimeStep} AS step
      FROM staged, LATERAL unnest(start_times) AS one (took_ms)
    ), by_learner AS (
      INSERT INTO learner_days AS known (user_id, day, video_id, opened, watch_seconds, last_at)
      SELECT user_id, day, video_id, 0, sum(watch_seconds), max(last_at) FROM staged GROUP BY 1, 2, 3
      ON CONFLICT (user_id, day, video_id) DO UPDATE SET
        watch_seconds = known.watch_seconds + excluded.watch_seconds,
        last_at = greatest(known.last_at, excluded.last_at)
    ), by_device AS (
      INSERT INTO learner_devices AS known (user_id, day, system, browser, opened, watch_seconds,
        last_at)
      SELECT user_id, day, system, browser, 0, sum(watch_seconds), max(last_at)
      FROM staged GROUP BY 1, 2, 3, 4
      ON CONFLICT (user_id, day, system, browser) DO UPDATE SET
        watch_seconds = known.watch_seconds + excluded.watch_seconds,
        last_at = greatest(known.last_at, excluded.last_at)
    ), active AS (
      INSERT INTO user_activity AS known (user_id, last_at)
      SELECT user_id, max(last_at) FROM staged GROUP BY 1
      ON CONFLICT (user_id) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)
    ), by_start_time AS (
      INSERT INTO start_time_rollups AS known (grain, bucket, dimension, value, country, district,
        kendra_type, step, starts)
      SELECT ${sumKey}, step, sum(starts)
      FROM ${divideSums('started', sql`count(*) AS starts`, sql`step`)}
      GROUP BY ${sumKey}, step
      ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type, step) DO UPDATE
        SET starts = known.starts + excluded.starts
    )
    INSERT INTO playback_rollups AS known (grain, bucket, dimension, value, country, district,
      kendra_type, opened, starts, failed, failed_before_start, completed, watch_seconds, stalls,
      stall_ms, start_ms, kbps_seconds, measured_seconds)
    SELECT ${sumKey}, 0, sum(starts), 0, 0, 0, sum(watch_seconds), sum(stalls), sum(stall_ms),
      sum(start_ms), sum(kbps_seconds), sum(measured_seconds)
    FROM ${divideSums(
      'staged',
      sql`sum(starts) AS starts, sum(watch_seconds) AS watch_seconds, sum(stalls) AS stalls,
        sum(stall_ms) AS stall_ms, sum(start_ms) AS start_ms, sum(kbps_seconds) AS kbps_seconds,
        sum(measured_seconds) AS measured_seconds`,
    )}
    GROUP BY ${sumKey}
    ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type) DO UPDATE SET
      starts = known.starts + excluded.starts,
      watch_seconds = known.watch_seconds + excluded.watch_seconds,
      stalls = known.stalls + excluded.stalls, stall_ms = known.stall_ms + excluded.stall_ms,
      start_ms = known.start_ms + excluded.start_ms,
      kbps_seconds = known.kbps_seconds + excluded.kbps_seconds,
      measured_seconds = known.measured_seconds + excluded.measured_seconds`.execute(trx);
  await addRetention(trx, portion, when);
}

/**
 * Adds up how long each part of a video was watched. What a span adds to the parts is told by its two
 * ends: all parts below the end's are whole, its own is the rest. Where a span begins at the end of
 * the one before, as most do, both fall out.
 */
async function addRetention(trx: Trx, portion: Portion, { zone, now }: When): Promise<void> {
  await sql`WITH ends AS MATERIALIZED (
      SELECT fact.playback_session_id, ${minutes} AS minutes,
        least(place, ${retentionParts}::float8) AS place, sum(change) AS change
      FROM playback_events AS fact
      JOIN videos ON videos.id = fact.video_id AND videos.duration_seconds > 0
      CROSS JOIN LATERAL (VALUES
        (seen_from * ${retentionParts}::float8 / videos.duration_seconds, -1),
        (seen_to * ${retentionParts}::float8 / videos.duration_seconds, 1)) AS bound (place, change)
      WHERE ${isInPortion(portion)} AND fact.${isWithinReach('playback_events', now)}
        AND seen_to > seen_from AND ${isLastingUser(sql`fact.user_id`)}
      GROUP BY 1, 2, 3 HAVING sum(change) <> 0
    ), base AS (
      SELECT date_trunc('day', minutes, ${zone}::text) AS day, playback.video_id, ${placeOfUser},
        floor(place)::int AS part, sum(change) AS change,
        sum(change * (place - floor(place))) AS rest
      FROM ends JOIN playback_sessions AS playback ON playback.id = ends.playback_session_id
      JOIN users ON users.id = playback.user_id AND users.user_type = 'LEARNER'
      GROUP BY 1, 2, 3, 4, 5, 6
    ), summed AS (
      SELECT day, video_id, place.country, place.district, place.kendra_type, part,
        sum(change) AS change, sum(rest) AS rest
      FROM base, ${eachPlace} GROUP BY 1, 2, 3, 4, 5, 6
    ), curves AS (
      SELECT day, video_id, country, district, kendra_type, array_agg(part) AS parts,
        array_agg(change) AS changes, array_agg(rest) AS rests
      FROM summed GROUP BY 1, 2, 3, 4, 5
    )
    INSERT INTO retention_rollups AS known (day, video_id, country, district, kendra_type, seconds)
    SELECT day, video_id, country, district, kendra_type, ARRAY(
      SELECT greatest(0, sum(CASE WHEN end_.part > one.part THEN end_.change
        WHEN end_.part = one.part THEN end_.rest ELSE 0 END))
        * videos.duration_seconds / ${retentionParts}::float8
      FROM generate_series(0, ${retentionParts - 1}) AS one (part)
      CROSS JOIN unnest(parts, changes, rests) AS end_ (part, change, rest)
      GROUP BY one.part ORDER BY one.part)
    FROM curves JOIN videos ON videos.id = curves.video_id
    ON CONFLICT (video_id, day, country, district, kendra_type) DO UPDATE SET seconds = ARRAY(
      SELECT was + more FROM unnest(known.seconds, excluded.seconds)
        WITH ORDINALITY AS one (was, more, part) ORDER BY part)`.execute(trx);
}

const playbackFacts = ['playback.opened', 'playback.failed', 'lesson.completed'];

/** Adds up from the events how many playbacks were opened, failed and were completed. */
export async function addPlaybacks(trx: Trx, portion: Portion, { zone, now }: When): Promise<void> {
  await sql`WITH staged AS MATERIALIZED (
      SELECT ${buckets(zone)}, recorded.name, recorded.at, recorded.known_user_id, country, district, kendra_type,
        (recorded.data->>'videoId')::uuid AS video_id, playback.browser, playback.system,
        playback.network,
        recorded.name = 'playback.failed' AND NOT EXISTS (SELECT FROM playback_events AS said
          WHERE said.opened_at = playback.opened_at AND said.playback_session_id = playback.id
            AND said.start_ms IS NOT NULL AND said.received_at <= recorded.at) AS is_early
      FROM (${recordedFacts(portion, now)}) AS recorded JOIN playback_sessions AS playback
        ON playback.id = (recorded.data->>'playbackSessionId')::uuid
      WHERE recorded.name = ANY (${playbackFacts}::text[]) AND recorded.user_type = 'LEARNER'
    ), by_device AS (
      INSERT INTO learner_devices AS known (user_id, day, system, browser, opened, watch_seconds,
        last_at)
      SELECT known_user_id, day, system, browser, count(*), 0, max(at)
      FROM staged WHERE name = 'playback.opened' GROUP BY 1, 2, 3, 4
      ON CONFLICT (user_id, day, system, browser) DO UPDATE SET
        opened = known.opened + excluded.opened,
        last_at = greatest(known.last_at, excluded.last_at)
    )
    INSERT INTO playback_rollups AS known (grain, bucket, dimension, value, country, district,
      kendra_type, opened, starts, failed, failed_before_start, completed, watch_seconds, stalls,
      stall_ms, start_ms, kbps_seconds, measured_seconds)
    SELECT ${sumKey}, sum(opened), 0, sum(failed), sum(early), sum(completed), 0, 0, 0, 0, 0, 0
    FROM ${divideSums(
      'staged',
      sql`count(*) FILTER (WHERE name = 'playback.opened') AS opened,
        count(*) FILTER (WHERE name = 'playback.failed') AS failed,
        count(*) FILTER (WHERE is_early) AS early,
        count(*) FILTER (WHERE name = 'lesson.completed') AS completed`,
    )}
    GROUP BY ${sumKey}
    ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type) DO UPDATE SET
      opened = known.opened + excluded.opened, failed = known.failed + excluded.failed,
      failed_before_start = known.failed_before_start + excluded.failed_before_start,
      completed = known.completed + excluded.completed`.execute(trx);
}
