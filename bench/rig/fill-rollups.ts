import type pg from 'pg';

const days = 90;
/** Steps of hours are read of the last week and the one before it. */
const hours = 15 * 24;
const beatsOfPlayback = 20;
const videos = 500;
const districts = 100;
const places = districts * 3;
/** Of the time zone in which the reports' days begin. */
const zone = 'Asia/Kolkata';
const zoneMs = 19_800_000;

/**
 * Fills the rollups of ninety days, hour by hour for two weeks, with what so many reports of players
 * would have made of them: of the learners and videos that `fillHeartbeats` made, in 300 places.
 */
export async function fillRollups(client: pg.Client, reports: number): Promise<void> {
  await client.query('SET synchronous_commit = off');
  const playbacksOfDay = Math.ceil(reports / beatsOfPlayback / days);
  await fillGrain(client, { grain: 'day', steps: days, playbacks: playbacksOfDay });
  // Those whose days are final: their end is nine days ago or more.
  const sinceMonday = (new Date(Date.now() + zoneMs).getUTCDay() + 6) % 7;
  const first = sinceMonday < 2 ? 3 : 2;
  await fillGrain(client, { grain: 'week', first, steps: 13, playbacks: 7 * playbacksOfDay });
  await fillGrain(client, {
    grain: 'hour',
    steps: hours,
    playbacks: Math.ceil(playbacksOfDay / 24),
  });
  await fillEvents(client);
  await client.query(`INSERT INTO learner_days (user_id, day, video_id, opened, watch_seconds, last_at)
    SELECT users.id, ${dayOf('step')}, videos.id, 1, 540, ${dayOf('step')} + interval '12 hours'
    FROM generate_series(0, ${days - 1}) AS step,
      (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users
        WHERE user_type = 'LEARNER') AS users
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM videos) AS videos
        ON videos.n = 1 + users.n % ${videos}
    WHERE users.n % ${days} BETWEEN step AND step + ${Math.ceil((playbacksOfDay * days) / 100_000) - 1}
    ON CONFLICT DO NOTHING`);
  await client.query(`INSERT INTO user_activity (user_id, last_at)
    SELECT user_id, max(last_at) FROM learner_days GROUP BY 1 ON CONFLICT DO NOTHING`);
  await client.query(`INSERT INTO retention_rollups (day, video_id, country, district, kendra_type,
      parts, changes, rests)
    SELECT bucket, value::uuid, country, district, kendra_type,
      ARRAY(SELECT generate_series(0, 50, 5))::smallint[],
      ARRAY[-opened, 0, 0, 0, 0, 0, 0, 0, 0, 0, opened]::float8[], array_fill(0.0::float8, ARRAY[11])
    FROM playback_rollups WHERE grain = 'day' AND dimension = 'video'`);
  await client.query(`VACUUM (ANALYZE) playback_rollups, event_rollups, retention_rollups,
    learner_days, user_activity`);
}

const dayOf = (step: string) => `date_trunc('day', now() - interval '1 day' * ${step}, '${zone}')`;

/** Every place has a row of each dimension; of the videos only those that were opened there. */
async function fillGrain(
  client: pg.Client,
  plan: {
    readonly grain: 'week' | 'day' | 'hour';
    readonly first?: number;
    readonly steps: number;
    readonly playbacks: number;
  },
): Promise<void> {
  const { grain, first = 0, steps, playbacks } = plan;
  const stepsSql = `generate_series(${first}, ${steps - 1}) AS step`;
  const bucket = `date_trunc('${grain}', now() - interval '1 ${grain}' * step, '${zone}')`;
  const ofPlace = Math.max(1, Math.ceil(playbacks / places));
  const valuesSql = `(VALUES ('all', '', 1.0), ('browser', 'Chrome', 0.4), ('browser', 'Edge', 0.2),
    ('browser', 'Firefox', 0.2), ('browser', 'Safari', 0.2), ('system', 'Windows', 0.25),
    ('system', 'Android', 0.5), ('system', 'Linux', 0.25), ('network', '4g', 0.67),
    ('network', '3g', 0.33)) AS of_value (dimension, value, share)`;
  const figures = (plays: string, spread: string) => `${plays}, ${plays}, 0, 0, ${plays} / 2,
    ${plays} * 540, ${plays} / 3, ${plays} * 90, ${plays} * 1500, ${plays} * 648000, ${plays} * 540,
    ARRAY(SELECT 40 + generate_series(0, least(59, ${spread})::int))::smallint[],
    ARRAY(SELECT 1 + ${plays} / 60 FROM generate_series(0, least(59, ${spread})::int))::bigint[]`;
  const columns = `playback_rollups (grain, bucket, dimension, value, country, district, kendra_type,
    opened, starts, failed, failed_before_start, completed, watch_seconds, stalls, stall_ms,
    start_ms, kbps_seconds, measured_seconds, start_steps, start_counts)`;
  const placesSql = `(SELECT i, 'India' AS country, 'District ' || i % ${districts} AS district,
    (ARRAY['urban', 'rural', 'tribal'])[1 + i % 3] AS kendra_type
    FROM generate_series(0, ${places - 1}) AS i
    UNION ALL SELECT -1, '*', '*', '*') AS place`;
  const plays = `ceil(CASE WHEN place.i < 0 THEN ${playbacks} ELSE ${ofPlace} END * share)::bigint`;
  await client.query(`INSERT INTO ${columns}
    SELECT '${grain}', ${bucket}, dimension, value, country, district, kendra_type,
      ${figures('plays', 'plays')}
    FROM (SELECT *, ${plays} AS plays FROM ${stepsSql}, ${placesSql},
      ${valuesSql}) AS row_`);
  await client.query(`INSERT INTO ${columns}
    SELECT '${grain}', ${bucket}, dimension, value, '*', '*', '*', ${figures('plays', 'plays')}
    FROM ${stepsSql}, (
      SELECT 'district', 'District ' || i, ${3 * ofPlace}::bigint
      FROM generate_series(0, ${districts - 1}) AS i
      UNION ALL
      SELECT 'kendra_type', unnest(ARRAY['urban', 'rural', 'tribal']), ${districts * ofPlace}
    ) AS of_place (dimension, value, plays)`);
  if (grain === 'week') return;
  // Each playback of a place is of another video, up to all of them.
  const own = Math.min(videos, ofPlace);
  await client.query(`INSERT INTO ${columns}
    SELECT '${grain}', ${bucket}, 'video', videos.id::text, country, district, kendra_type,
      ${figures('plays', 'plays')}
    FROM (SELECT *, CASE WHEN place.i < 0 THEN ${Math.ceil(playbacks / videos)}
        ELSE ${Math.ceil(ofPlace / own)} END::bigint AS plays
      FROM ${stepsSql}, ${placesSql}) AS row_
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM videos LIMIT ${videos}) AS videos
      ON row_.i < 0 OR (videos.n + 7 * row_.i + 31 * row_.step) % ${videos} < ${own}`);
}

/** How often each kind of event happened, in every place. */
async function fillEvents(client: pg.Client): Promise<void> {
  for (const { grain, steps } of [
    { grain: 'day', steps: 2 * days },
    { grain: 'hour', steps: hours },
  ])
    await client.query(`INSERT INTO event_rollups (grain, bucket, name, reason, country, district,
        kendra_type, count)
      SELECT '${grain}', date_trunc('${grain}', now() - interval '1 ${grain}' * step, '${zone}'), name,
        reason, place.*, 17
      FROM generate_series(0, ${steps - 1}) AS step,
        (VALUES ('session.opened', ''), ('sign-in.refused', 'password'), ('sign-in.refused', 'device'),
          ('playback.opened', ''), ('playback.failed', ''), ('lesson.completed', ''),
          ('upload.received', ''), ('user.created', '')) AS event (name, reason),
        (SELECT 'India', 'District ' || i % ${districts}, (ARRAY['urban', 'rural', 'tribal'])[1 + i % 3]
          FROM generate_series(0, ${places - 1}) AS i UNION ALL SELECT '*', '*', '*') AS place`);
}

/** Repeats all reports and events so that there are so many times as many. */
export async function multiplyFacts(client: pg.Client, times: number): Promise<void> {
  for (const table of ['playback_events', 'events']) {
    const { rows } = await client.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_name = $1
        AND column_name <> 'id' AND is_generated = 'NEVER'`,
      [table],
    );
    const columns = rows.map(({ column_name }) => column_name).join(', ');
    await client.query(`INSERT INTO ${table} (id, ${columns})
      SELECT gen_random_uuid(), ${columns} FROM ${table}, generate_series(2, ${times})`);
  }
  await client.query('VACUUM (ANALYZE) playback_events, events');
}
