import type pg from 'pg';

const dayMs = 86_400_000;
const beatSeconds = 30;
const beatsOfPlayback = 20;
/** Heartbeats of a whole day: fifty minutes of each learner. */
export const rowsOfDay = 10_000_000;
const learners = rowsOfDay / 100;
/** How many play at the same time, all day long. */
const atOnce = Math.floor(rowsOfDay / (dayMs / 1000 / beatSeconds));
const videos = 500;
/** As a server under load writes them. */
const rowsOfTransaction = 50;

/** An id of a kind of things, by a number. */
const idSql = (kind: number, number: string) =>
  `(lpad('${kind}', 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/**
 * Fills the day before with what the players of 100,000 learners of 300 places report, from its
 * beginning to so many rows, in playbacks of ten minutes. The positions of analytics are put before
 * the first of them, so that all were missed.
 */
export async function fillHeartbeats(client: pg.Client, rows: number): Promise<void> {
  const from = new Date(Math.floor(Date.now() / dayMs - 1) * dayMs);
  const playbacks = Math.ceil(rows / beatsOfPlayback / atOnce) * atOnce;
  const transactions = Math.ceil(rows / rowsOfTransaction);
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query('SET synchronous_commit = off');
  await client.query(`INSERT INTO users (id, name, contact_number, country_code, user_type, status,
      country, district, kendra_type, created_at, updated_at)
    SELECT ${idSql(1, 'i')}, 'Asha ' || i, '+919' || lpad(i::text, 9, '0'), '+91', 'LEARNER',
      'active', 'India', 'District ' || i % 100, (ARRAY['urban', 'rural', 'tribal'])[1 + i % 3],
      now(), now()
    FROM generate_series(0, ${learners - 1}) AS i`);
  await client.query(`INSERT INTO sessions (id, user_id, device_id, user_agent, address, created_at,
      last_seen_at, expires_at)
    SELECT ${idSql(2, 'i')}, ${idSql(1, 'i')}, 'device', '', '', now(), now(), now()
    FROM generate_series(0, ${learners - 1}) AS i`);
  await client.query(`INSERT INTO videos (id, title, description, status, published,
      publish_when_ready, duration_seconds, created_by, created_at, updated_at)
    SELECT ${idSql(4, 'i')}, 'Lesson ' || i, '', 'ready', true, true, 900, ${idSql(1, '0')}, now(),
      now()
    FROM generate_series(0, ${videos - 1}) AS i`);
  const openedAt = `$1::timestamptz + interval '1 second' * (${beatSeconds * beatsOfPlayback} * (n / ${atOnce}))`;
  await client.query(
    `INSERT INTO playback_sessions (id, session_id, device_id, user_id, video_id, code, opened_at,
      expires_at, ended_at, browser, system, network)
    SELECT ${idSql(3, 'n')}, ${idSql(2, `n % ${learners}`)}, 'device', ${idSql(1, `n % ${learners}`)},
      ${idSql(4, `(hashint4(n) & 16777215) % ${videos}`)}, 'code ' || n, ${openedAt}, now(), now(),
      (ARRAY['Chrome', 'Chrome', 'Firefox', 'Edge', 'Safari'])[1 + n % 5],
      (ARRAY['Windows', 'Android', 'Android', 'Linux'])[1 + n % 4], (ARRAY['4g', '4g', '3g'])[1 + n % 3]
    FROM generate_series(0, ${playbacks - 1}) AS n`,
    [from],
  );
  await addPartition(client, from);
  const perLot = 1_000_000;
  for (let first = 0; first < rows; first += perLot) {
    await client.query(
      `INSERT INTO playback_events (opened_at, playback_session_id, id, user_id, video_id, event,
        position_seconds, duration_seconds, happened_at, received_at, detail, seen_from, seen_to,
        start_ms, start_parts, stall_ms, kbps, frames, dropped_frames, transaction_id)
      SELECT playback.opened_at, playback.id, gen_random_uuid(), playback.user_id, playback.video_id,
        CASE WHEN beat = 0 THEN 'play' WHEN i % 50 = 7 THEN 'rebuffer' ELSE 'progress' END,
        beat * ${beatSeconds}, 900, at, at, '{"kbps": "1200"}', beat * ${beatSeconds},
        (beat + 1) * ${beatSeconds}, CASE WHEN beat = 0 THEN 300 + i % 4000 END,
        CASE WHEN beat = 0 THEN ARRAY[100, 20, 50, 100] END,
        CASE WHEN i % 50 = 7 THEN 200 + i % 900 END, 1200,
        CASE WHEN beat = ${beatsOfPlayback - 1} THEN 15000 END,
        CASE WHEN beat = ${beatsOfPlayback - 1} THEN i % 300 END, i / ${rowsOfTransaction} - ${transactions}
      FROM (SELECT i, i / ${atOnce} % ${beatsOfPlayback} AS beat,
          (i / ${atOnce} / ${beatsOfPlayback})::int * ${atOnce} + i % ${atOnce} AS n,
          $1::timestamptz + interval '1 second' * (${beatSeconds} * (i / ${atOnce})) AS at
        FROM generate_series($2::bigint, $3::bigint) AS i) AS beats
      JOIN playback_sessions AS playback ON playback.id = ${idSql(3, 'n')}`,
      [from, first, Math.min(rows, first + perLot) - 1],
    );
  }
  await client.query(
    `INSERT INTO events (id, name, data, happened_at, user_id, severity, transaction_id)
    SELECT gen_random_uuid(), 'playback.opened', jsonb_build_object('videoId', video_id, 'userId',
      user_id, 'playbackSessionId', id), opened_at, user_id, 'info',
      row_number() OVER (ORDER BY opened_at) / 5 - ${playbacks}
    FROM playback_sessions`,
  );
  await client.query(`UPDATE event_readers SET transaction_id = ${-rows - 1}
    WHERE name LIKE 'analytics.%'`);
  await client.query(
    'VACUUM (ANALYZE) users, sessions, videos, playback_sessions, playback_events, events',
  );
}

async function addPartition(client: pg.Client, from: Date): Promise<void> {
  const to = new Date(from.getTime() + dayMs);
  for (const table of ['playback_events', 'events']) {
    const name = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
    await client.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table}
      FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`);
  }
}
