import pg from 'pg';

const dayMs = 86_400_000;
/** Of events; the list of activities shows as many. */
const days = 30;
const learners = 200_000;
export const events = 10_000_000;
export const alerts = 100_000;
/** One user and one address have so many events, as a script and a school's network have. */
const eventsOfBusy = 20_000;

/** An id of a kind of things, by a number. */
const idSql = (kind: number, number: string) =>
  `(lpad('${kind}', 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
/** Both live in District 0. */
export const busyUserId = '00000001-0000-7000-8000-000000000034';
export const usualUserId = '00000001-0000-7000-8000-000000000066';
export const busyAddress = '10.0.0.7';
export const usualAddress = '10.77.12.34';

const usersSql = `
  INSERT INTO users (id, name, contact_number, country_code, user_type, status, country, district,
    created_at, updated_at)
  SELECT ${idSql(1, 'i')},
    (ARRAY['Asha', 'Ravi', 'Meera', 'Sunita', 'Anil', 'Kavita', 'Rajesh', 'Zubin'])[1 + (h & 7)]
      || ' ' || (ARRAY['Kumar', 'Sharma', 'Patil', 'Devi', 'Singh', 'Joshi', 'Nair', 'Verma'])[
        1 + ((h >> 3) & 7)] || ' ' || i,
    '+919' || lpad(((i::bigint * 7919) % 1000000000)::text, 9, '0'), '+91', 'LEARNER', 'active',
    'India', CASE WHEN i % 50 = 2 THEN 'District 0' ELSE 'District ' || (h >> 10) % 700 END,
    now() - interval '100 days', now()
  FROM (SELECT i, hashint4(i) & 16777215 AS h FROM generate_series(1, ${learners}) AS i) AS numbers`;

/** Each rule has subjects of its kind; older alerts are mostly done with. */
const alertsSql = `
  INSERT INTO alerts (id, rule_id, subject_kind, subject_key, title, category, severity, status,
    message, count, first_seen_at, last_seen_at, created_at, updated_at, user_id, device_id, address,
    country, metadata, is_test)
  SELECT gen_random_uuid(), rule.id, rule.subject, 'subject ' || i, rule.name, rule.category,
    (ARRAY['info', 'low', 'low', 'low', 'medium', 'medium', 'medium', 'high', 'high', 'critical'])[
      1 + h % 10],
    CASE WHEN h % 100 < 8 THEN 'active' WHEN h % 100 < 14 THEN 'acknowledged'
      WHEN h % 100 < 80 THEN 'resolved' ELSE 'suppressed' END,
    rule.name || ': ' || (h % 40) || ' within ten minutes', 1 + h % 500,
    seen.at - interval '3 hours', seen.at, seen.at - interval '3 hours', seen.at,
    CASE WHEN i % 1000 = 4 THEN '${busyUserId}'::uuid WHEN i % 5 < 4 THEN ${idSql(1, `1 + h % ${learners}`)} END,
    'device-' || h % 90000, '10.' || h % 97 || '.' || h % 89 || '.' || h % 251, 'IN',
    jsonb_build_object('value', h % 40, 'threshold', 5), i % 500 = 0
  FROM (SELECT i, hashint4(i) & 16777215 AS h FROM generate_series(1, ${alerts}) AS i) AS numbers
  JOIN (SELECT *, row_number() OVER (ORDER BY key) - 1 AS place, count(*) OVER () AS rules
    FROM alert_rules) AS rule ON rule.place = i % rule.rules
  CROSS JOIN LATERAL (
    SELECT now() - interval '90 days' * (i::float8 / ${alerts}) ^ 2 AS at) AS seen`;

/**
 * Their transaction is an old one, so that all readers of events have passed them, as they have while
 * a server runs: to take in a month at once (`alerts`, `rollups`) is other work than this.
 */
const eventsSql = `
  INSERT INTO events (id, name, data, happened_at, user_id, session_id, device_id, address, country,
    severity, transaction_id)
  SELECT gen_random_uuid(),
    (ARRAY['session.opened', 'playback.opened', 'licence.issued', 'lesson.completed',
      'video-access.opened', 'sign-in.refused', 'incident.reported'])[1 + i % 7],
    jsonb_build_object('videoId', ${idSql(4, 'h % 500')}, 'confidence', 'low'),
    $1::timestamptz + interval '1 day' * ((i - $2::int)::float8 / $3::int),
    CASE WHEN i % ${events / eventsOfBusy} = 0 THEN '${busyUserId}'::uuid
      ELSE ${idSql(1, `1 + h % ${learners}`)} END,
    ${idSql(2, `h % ${learners}`)}, 'device-' || h % ${learners},
    CASE WHEN i % ${events / eventsOfBusy} = 0 THEN '${busyAddress}'
      ELSE '10.' || h % 97 || '.' || h % 89 || '.' || h % 251 END, 'IN',
    (ARRAY['info', 'low', 'medium', 'high'])[1 + h % 4], 3
  FROM (SELECT i, hashint4(i) & 16777215 AS h FROM generate_series($2::int, $2::int + $3::int - 1) AS i)
    AS numbers`;

/** Fills a database with users, what happened in the last month, and alerts of three. */
export async function fillAlerts(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    await client.query('SET synchronous_commit = off');
    await client.query(usersSql);
    await client.query(alertsSql);
    await withoutIndexes(client, 'events', async () => {
      const today = Math.floor(Date.now() / dayMs) * dayMs;
      for (let day = 0; day < days; day += 1) {
        const from = new Date(today - (days - day) * dayMs);
        await addPartition(client, from);
        await client.query(eventsSql, [
          from,
          Math.floor(events / days) * day,
          Math.floor(events / days),
        ]);
      }
    });
    await client.query('VACUUM (ANALYZE) users, alerts, alert_texts, alerts_raised, events');
  } finally {
    await client.end();
  }
}

async function addPartition(client: pg.Client, from: Date): Promise<void> {
  const bound = (at: Date) => at.toISOString();
  const to = new Date(from.getTime() + dayMs);
  const name = `events_${bound(from).slice(0, 10).replaceAll('-', '')}`;
  await client.query(
    `CREATE TABLE ${name} PARTITION OF events FOR VALUES FROM ('${bound(from)}') TO ('${bound(to)}')`,
  );
}

/** Indexes are made again over the whole: to let millions of rows into each takes many minutes. */
async function withoutIndexes(
  client: pg.Client,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes
    WHERE tablename = $1 AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [table],
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  await fill();
  for (const { indexdef } of rows) await client.query(indexdef.replace(' ON ONLY ', ' ON '));
}
