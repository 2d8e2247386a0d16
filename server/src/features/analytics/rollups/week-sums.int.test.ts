import { endpoints, type Permission, qualityDimensions } from '@prahari/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/database.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { sumUpWeek } from './week-sums.repository.ts';

const zone = 'Asia/Kolkata';
/** One moment for all, or midnight may lie between two reports. */
const now = new Date();

let server: TestServer;
let db: Db;
let root: TestClient;
let ofPune: TestClient;
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
  ({ db } = server.instance.foundation);
  root = await server.superAdmin();
  const admin = await server.newUser('ADMIN');
  const permissions: Permission[] = ['analytics.read', 'users.read'];
  await root.call(endpoints.users.setPermissions, {
    params: { id: admin.userId },
    body: { permissions, adminScope: { level: 'district', values: ['Pune'] } },
  });
  ofPune = admin;
  await fillDays();
});
afterAll(() => server.stop());

/** A hundred days of three places, but for a fortnight without any, and the sums of all places. */
async function fillDays(): Promise<void> {
  const amount = (most: number) =>
    sql`(abs(hashtext(concat(day, value, place, ${most}::int))) % ${most})`;
  const columns = sql`(grain, bucket, dimension, value, country, district, kendra_type, opened, starts,
    failed, failed_before_start, completed, watch_seconds, stalls, stall_ms, start_ms, kbps_seconds,
    measured_seconds, start_steps, start_counts)`;
  await sql`INSERT INTO playback_rollups ${columns}
    SELECT 'day', date_trunc('day', ${now}::timestamptz - interval '1 day' * day, ${zone}), dimension, value, 'India',
      district, kendra_type, 3 + ${amount(50)}, ${amount(40)}, ${amount(5)}, ${amount(3)}, ${amount(9)},
      ${amount(1000)}, ${amount(7)}, ${amount(900)}, ${amount(5000)}, ${amount(9000)}, ${amount(100)},
      ARRAY(SELECT 40 + 3 * step + day % 3 FROM generate_series(0, ${amount(6)}) AS step)::smallint[],
      ARRAY(SELECT 1 + step FROM generate_series(0, ${amount(6)}) AS step)::bigint[]
    FROM generate_series(0, 99) AS day,
      (VALUES ('all', ''), ('browser', 'Firefox'), ('browser', 'Chrome'), ('system', 'Windows'),
        ('network', '4g')) AS of_value (dimension, value),
      (VALUES (1, 'Pune', 'urban'), (2, 'Pune', 'rural'), (3, 'Nashik', 'urban'))
        AS place (place, district, kendra_type)
    WHERE day NOT BETWEEN 40 AND 54`.execute(db);
  await sql`WITH days AS (SELECT *, to_jsonb(one) AS row FROM playback_rollups AS one),
    of_value AS (
      SELECT row, bucket, dimension, value, start_steps, start_counts FROM days
      UNION ALL SELECT row, bucket, 'district', district, start_steps, start_counts FROM days
        WHERE dimension = 'all'
      UNION ALL SELECT row, bucket, 'kendra_type', kendra_type, start_steps, start_counts FROM days
        WHERE dimension = 'all'
    )
    INSERT INTO playback_rollups ${columns}
    SELECT 'day', bucket, dimension, value, '*', '*', '*', ${sql.join(
      [
        ...['opened', 'starts', 'failed', 'failed_before_start', 'completed', 'watch_seconds'],
        ...['stalls', 'stall_ms', 'start_ms', 'kbps_seconds', 'measured_seconds'],
      ].map((name) => sql`sum((row->>${name}::text)::float8)`),
    )},
      (SELECT array_agg(step) FROM (SELECT unnest(start_steps) AS step FROM of_value AS part
        WHERE (part.bucket, part.dimension, part.value) = (whole.bucket, whole.dimension, whole.value)
      ) AS one),
      (SELECT array_agg(times) FROM (SELECT unnest(start_counts) AS times FROM of_value AS part
        WHERE (part.bucket, part.dimension, part.value) = (whole.bucket, whole.dimension, whole.value)
      ) AS one)
    FROM of_value AS whole GROUP BY 2, 3, 4`.execute(db);
}

const sumUp = (at = now) => db.transaction().execute((trx) => sumUpWeek(trx, { zone, now: at }));

/** The reports of all dimensions, without the moments at which they were made. */
async function readReports() {
  const reports = [];
  for (const client of [root, ofPune])
    for (const timeRange of ['30d', '90d'] as const)
      for (const by of qualityDimensions) {
        const query = { timeRange, by };
        const report = await client.call(endpoints.playbackReports.quality, { query });
        reports.push({ ...report, lastUpdated: null, countedUpTo: null });
      }
  return reports;
}

async function listWeeks() {
  const { rows } = await sql<{ week: string; count: number }>`
    SELECT to_char(bucket AT TIME ZONE ${zone}, 'Dy HH24:MI') AS week, count(*)::int AS count
    FROM playback_rollups WHERE grain = 'week' GROUP BY bucket ORDER BY bucket`.execute(db);
  return rows;
}

it('past weeks are summed up once, and reports stay what they were', async () => {
  const before = await readReports();
  expect(before[0]?.groups.length).toBeGreaterThan(0);
  expect(await sumUp()).toBe(true);
  // Some weeks by weeks, the rest by days.
  expect(await readReports()).toEqual(before);
  while (await sumUp());
  const weeks = await listWeeks();
  expect(weeks.length).toBeGreaterThan(8);
  expect(new Set(weeks.map(({ week }) => week))).toEqual(new Set(['Mon 00:00']));
  expect(await readReports()).toEqual(before);
  expect(await sumUp()).toBe(false);
});

it('a week is left to its days until no fact changes them any more', async () => {
  const newest = async () => {
    const { rows } = await sql<{ end: Date }>`
      SELECT max(bucket) + interval '7 days' AS end FROM playback_rollups WHERE grain = 'week'`.execute(
      db,
    );
    return rows[0]?.end.getTime() ?? 0;
  };
  const dayMs = 86_400_000;
  const end = await newest();
  expect(end).toBeLessThanOrEqual(now.getTime() - 9 * dayMs);
  // The next week is due nine days after its end, and not before.
  const due = end + 7 * dayMs + 9 * dayMs;
  expect(await sumUp(new Date(due - 1000))).toBe(false);
  expect(await newest()).toBe(end);
  expect(await sumUp(new Date(due))).toBe(true);
  expect(await newest()).toBe(end + 7 * dayMs);
});

it('reports of months read weeks where there are some', async () => {
  const query = { timeRange: '90d', by: 'district' } as const;
  const read = () => root.call(endpoints.playbackReports.quality, { query });
  const countOpened = async () =>
    (await read()).groups.reduce((sum, { attempts }) => sum + attempts, 0);
  const opened = await countOpened();
  // Days of the week in which the range begins are read as days.
  const { from } = await read();
  const removed = await sql`DELETE FROM playback_rollups AS day USING playback_rollups AS week
    WHERE day.grain = 'day' AND day.dimension = 'district' AND week.grain = 'week'
      AND week.dimension = 'all' AND week.country = '*' AND week.bucket >= ${from}::timestamptz
      AND day.bucket >= week.bucket AND day.bucket < week.bucket + interval '7 days'`.execute(db);
  expect(removed.numAffectedRows).toBeGreaterThan(0n);
  expect(await countOpened()).toBe(opened);
});
