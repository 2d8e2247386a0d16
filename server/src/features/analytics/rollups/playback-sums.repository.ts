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

/** What a learner's lessons are summed by; minutes only in all, and by place. */
const eachSum = sql`LATERAL (VALUES ('minutes', 'minutes', base.minutes, 'all', ''),
  ('minutes', 'hour', base.hour, 'all', ''), ('minutes', 'day', base.day, 'all', ''),
  ('minutes', 'minutes', base.minutes, 'district', base.district),
  ('minutes', 'hour', base.hour, 'district', base.district),
  ('minutes', 'day', base.day, 'district', base.district),
  ('minutes', 'minutes', base.minutes, 'kendra_type', base.kendra_type),
  ('minutes', 'hour', base.hour, 'kendra_type', base.kendra_type),
  ('minutes', 'day', base.day, 'kendra_type', base.kendra_type),
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
 * three sets, which have far fewer rows: each row has seventeen sums, most of them in two places.
 * @param table has minutes, hour, day, video_id, browser, system, network and place
 * @param sums as columns, with their names
 */
function divideSums(table: string, sums: RawBuilder<unknown>): RawBuilder<unknown> {
  const place = sql`country, district, kendra_type`;
  return sql`(
    SELECT CASE WHEN GROUPING(minutes) = 0 THEN 'minutes' WHEN GROUPING(video_id) = 0 THEN 'video'
        ELSE 'player' END AS of_set,
      minutes, hour, day, video_id, browser, system, network, ${place}, ${sums}
    FROM ${sql.ref(table)}
    GROUP BY GROUPING SETS ((minutes, hour, day, ${place}), (hour, day, video_id, ${place}),
      (hour, day, browser, system, network, ${place}))
  ) AS base JOIN ${eachSum} ON sum.of_set = base.of_set
    JOIN ${eachPlace} ON place.district = '*' OR sum.dimension NOT IN ('district', 'kendra_type')`;
}

/**
 * A browser's clock may be wrong, so that an event counts no earlier than its playback was opened,
 * and no later than it arrived.
 */
const at = sql`least(greatest(fact.happened_at, fact.opened_at), fact.received_at)`;
/** Hours and days of all time zones are made of whole ones. */
const minutes = sql`date_bin('5 minutes', ${at}, timestamptz '2020-01-01 00:00Z')`;

/**
 * One byte for each start: its step. Lists of bytes are joined as they are, and counted when they are
 * written; a row for each step of each sum would be nine tenths of all rows.
 */
const startTimeByte = sql`set_byte('\\x00', 0, least(255, floor(ln(greatest(start_ms, ${leastMs}::int)
  ::float8 / ${leastMs}::float8) / ln(${factor}::float8) + 1e-9))::int)`;

/** Adds up two pairs of lists, where there is something to add. */
const addedStartTimes = sql`SELECT known.start_steps, known.start_counts
      WHERE excluded.start_steps = '{}'
    UNION ALL
    SELECT array_agg(step), array_agg(times) FROM (
      SELECT step, sum(times)::bigint AS times FROM (
        SELECT unnest(known.start_steps) AS step, unnest(known.start_counts) AS times
        UNION ALL SELECT unnest(excluded.start_steps), unnest(excluded.start_counts)) AS both_
      GROUP BY step) AS added
    HAVING excluded.start_steps <> '{}'`;

const playbackFacts = ['playback.opened', 'playback.failed', 'lesson.completed'];

/** The parts of starts; the last one is what the others leave. */
const startPartSums = sql`count(start_parts) AS split_starts,
        coalesce(sum(start_parts[1]), 0) AS answer_ms, coalesce(sum(start_parts[2]), 0) AS manifest_ms,
        coalesce(sum(start_parts[3]), 0) AS licence_ms, coalesce(sum(start_parts[4]), 0) AS segments_ms,
        coalesce(sum(start_ms - start_parts[1] - start_parts[2] - start_parts[3] - start_parts[4]), 0)
          AS picture_ms`;

/** The figures of a row, as columns of every step of `addPlays`. */
const figures = [
  ...['opened', 'starts', 'failed', 'failed_before_start', 'completed', 'watch_seconds', 'stalls'],
  ...['stall_ms', 'start_ms', 'kbps_seconds', 'measured_seconds', 'split_starts', 'answer_ms'],
  ...['manifest_ms', 'licence_ms', 'segments_ms', 'picture_ms', 'frames', 'dropped_frames'],
];
const toldFigures = new Map([
  ['opened', sql`(name = 'playback.opened')::int`],
  ['failed', sql`(name = 'playback.failed')::int`],
  ['failed_before_start', sql`is_early::int`],
  ['completed', sql`(name = 'lesson.completed')::int`],
]);
const beatFigures = new Map(
  figures.flatMap((name) => (toldFigures.has(name) ? [] : [[name, sql.ref(name)]])),
);
/**
 * All of them, those that this source does not know as nothing. As `float8`, which is exact far beyond
 * what a portion holds: PostgreSQL adds up `bigint` as `numeric`, which takes longer (`bench`: rollups).
 */
const figuresOf = (known: ReadonlyMap<string, RawBuilder<unknown>>) =>
  sql.join(figures.map((name) => sql`(${known.get(name) ?? sql`0`})::float8 AS ${sql.ref(name)}`));
export const figureColumns = sql.join(figures.map((name) => sql.ref(name)));
export const figureSums = sql.join(
  figures.map((name) => sql`sum(${sql.ref(name)}) AS ${sql.ref(name)}`),
);
const addedFigures = sql.join(
  figures.map((name) => {
    const column = sql.ref(name);
    return sql`${column} = ${sql.ref(`known.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
  }),
);

/**
 * Adds up how lessons played: from the reports of players, and from the events how many playbacks were
 * opened, failed and were completed. Both in one statement, so that each sum is written once. Facts of
 * one playback within five minutes become one row before anything else is known of them: where much
 * was missed, that is a tenth.
 */
export async function addPlays(
  trx: Trx,
  { reports, events }: { readonly reports: Portion; readonly events: Portion },
  { zone, now }: When,
): Promise<void> {
  await sql`WITH beats AS MATERIALIZED (
      SELECT fact.playback_session_id, ${minutes} AS minutes, max(${at}) AS last_at,
        count(start_ms) AS starts, coalesce(sum(start_ms), 0) AS start_ms,
        string_agg(${startTimeByte}, '') FILTER (WHERE start_ms IS NOT NULL) AS start_bytes,
        coalesce(sum(seen_to - seen_from), 0) AS watch_seconds,
        count(*) FILTER (WHERE event = 'rebuffer') AS stalls,
        coalesce(sum(stall_ms), 0) AS stall_ms,
        coalesce(sum(kbps * (seen_to - seen_from)), 0) AS kbps_seconds,
        coalesce(sum(seen_to - seen_from) FILTER (WHERE kbps IS NOT NULL), 0) AS measured_seconds,
        ${startPartSums}, coalesce(sum(frames), 0) AS frames,
        coalesce(sum(dropped_frames), 0) AS dropped_frames
      FROM playback_events AS fact
      WHERE ${isInPortion(reports)} AND fact.${isWithinReach('playback_events', now)}
        AND ${isLastingUser(sql`fact.user_id`)}
      GROUP BY 1, 2
    ), told AS MATERIALIZED (
      SELECT ${buckets(zone)}, recorded.name, recorded.at, recorded.known_user_id AS user_id, country,
        district, kendra_type, (recorded.data->>'videoId')::uuid AS video_id, playback.browser,
        playback.system, playback.network,
        recorded.name = 'playback.failed' AND NOT EXISTS (SELECT FROM playback_events AS said
          WHERE said.opened_at = playback.opened_at AND said.playback_session_id = playback.id
            AND said.start_ms IS NOT NULL AND said.received_at <= recorded.at) AS is_early
      FROM (${recordedFacts(events, now)}) AS recorded JOIN playback_sessions AS playback
        ON playback.id = (recorded.data->>'playbackSessionId')::uuid
      WHERE recorded.name = ANY (${playbackFacts}::text[]) AND recorded.user_type = 'LEARNER'
    ), staged AS MATERIALIZED (
      SELECT minutes, date_trunc('hour', minutes, ${zone}::text) AS hour,
        date_trunc('day', minutes, ${zone}::text) AS day, last_at, playback.user_id,
        playback.video_id, playback.browser, playback.system, playback.network, ${placeOfUser},
        true AS is_use, start_bytes, ${figuresOf(beatFigures)}
      FROM beats JOIN playback_sessions AS playback ON playback.id = beats.playback_session_id
      JOIN users ON users.id = playback.user_id AND users.user_type = 'LEARNER'
      UNION ALL
      SELECT minutes, hour, day, at, user_id, video_id, browser, system, network, country, district,
        kendra_type, name = 'playback.opened', NULL, ${figuresOf(toldFigures)}
      FROM told
    ), by_learner AS (
      INSERT INTO learner_days AS known (user_id, day, video_id, opened, watch_seconds, last_at)
      SELECT user_id, day, video_id, sum(opened), sum(watch_seconds), max(last_at) FROM staged
      WHERE is_use GROUP BY 1, 2, 3
      ON CONFLICT (user_id, day, video_id) DO UPDATE SET opened = known.opened + excluded.opened,
        watch_seconds = known.watch_seconds + excluded.watch_seconds,
        last_at = greatest(known.last_at, excluded.last_at)
    ), by_device AS (
      INSERT INTO learner_devices AS known (user_id, day, system, browser, opened, watch_seconds,
        last_at)
      SELECT user_id, day, system, browser, sum(opened), sum(watch_seconds), max(last_at)
      FROM staged WHERE is_use GROUP BY 1, 2, 3, 4
      ON CONFLICT (user_id, day, system, browser) DO UPDATE SET
        opened = known.opened + excluded.opened,
        watch_seconds = known.watch_seconds + excluded.watch_seconds,
        last_at = greatest(known.last_at, excluded.last_at)
    ), active AS (
      INSERT INTO user_activity AS known (user_id, last_at)
      SELECT user_id, max(last_at) FROM staged WHERE is_use GROUP BY 1
      ON CONFLICT (user_id) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)
    ), summed AS (
      SELECT ${sumKey}, ${figureSums}, string_agg(start_bytes, '') AS start_bytes
      FROM ${divideSums('staged', sql`${figureSums}, string_agg(start_bytes, '') AS start_bytes`)}
      GROUP BY ${sumKey}
    )
    INSERT INTO playback_rollups AS known (grain, bucket, dimension, value, country, district,
      kendra_type, ${figureColumns}, start_steps, start_counts)
    SELECT grain, bucket, dimension, value, country, district, kendra_type, ${figureColumns},
      counted.steps, counted.times
    FROM summed, LATERAL (
      SELECT coalesce(array_agg(step), '{}') AS steps, coalesce(array_agg(times), '{}') AS times
      FROM (SELECT get_byte(start_bytes, place)::smallint AS step, count(*) AS times
        FROM generate_series(0, length(start_bytes) - 1) AS place GROUP BY 1) AS one) AS counted
    ON CONFLICT (grain, dimension, bucket, value, country, district, kendra_type) DO UPDATE SET
      ${addedFigures}, (start_steps, start_counts) = (${addedStartTimes})`.execute(trx);
}

/**
 * Adds up how long each part of a video was watched. What a span adds to the parts is told by its two
 * ends: all parts below the end's are whole, its own is the rest. Where a span begins at the end of
 * the one before, as most do, both fall out. The ends are stored; who reads them computes the parts.
 */
export async function addRetention(trx: Trx, portion: Portion, { zone, now }: When): Promise<void> {
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
        floor(place)::smallint AS part, sum(change) AS change,
        sum(change * (place - floor(place))) AS rest
      FROM ends JOIN playback_sessions AS playback ON playback.id = ends.playback_session_id
      JOIN users ON users.id = playback.user_id AND users.user_type = 'LEARNER'
      GROUP BY 1, 2, 3, 4, 5, 6
    ), summed AS (
      SELECT day, video_id, place.country, place.district, place.kendra_type, part,
        sum(change)::float8 AS change, sum(rest) AS rest
      FROM base, ${eachPlace} GROUP BY 1, 2, 3, 4, 5, 6
    )
    INSERT INTO retention_rollups AS known (day, video_id, country, district, kendra_type, parts,
      changes, rests)
    SELECT day, video_id, country, district, kendra_type, array_agg(part), array_agg(change),
      array_agg(rest)
    FROM summed GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (video_id, day, country, district, kendra_type) DO UPDATE
      SET (parts, changes, rests) = (
        SELECT array_agg(part), array_agg(change), array_agg(rest) FROM (
          SELECT part, sum(change) AS change, sum(rest) AS rest FROM (
            SELECT unnest(known.parts) AS part, unnest(known.changes) AS change,
              unnest(known.rests) AS rest
            UNION ALL SELECT unnest(excluded.parts), unnest(excluded.changes),
              unnest(excluded.rests)) AS both_
          GROUP BY part) AS added)`.execute(trx);
}
