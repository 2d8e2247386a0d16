import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { figureColumns, figureSums } from './playback-sums.repository.ts';
import { reachMs } from './roll-up.repository.ts';

/** The longest range, 90 days, and the week in which it begins. */
const weeksBack = 14;
/** Clocks of two servers may differ by it. */
const marginMs = 86_400_000;

const isOfAll = sql`dimension = 'all' AND country = '*' AND district = '*' AND kendra_type = '*'`;
const key = sql`dimension, value, country, district, kendra_type`;

/**
 * Sums up the oldest week that is not yet and whose days no fact changes any more: older ones are not
 * looked into. Of single videos there are days alone, since each has few rows.
 * @returns whether there was one
 */
export async function sumUpWeek(
  trx: Trx,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<boolean> {
  const finalUntil = new Date(now.getTime() - reachMs - marginMs);
  const startOfWeek = sql`date_trunc('week', bucket, ${zone}::text)`;
  const endOf = (week: unknown) =>
    sql`((${week}::timestamptz AT TIME ZONE ${zone}::text + interval '7 days') AT TIME ZONE ${zone}::text)`;
  const { rows } = await sql<{ week: Date }>`
    SELECT DISTINCT ${startOfWeek} AS week FROM playback_rollups AS day
    WHERE grain = 'day' AND ${isOfAll}
      AND bucket >= ${now}::timestamptz - interval '1 week' * ${weeksBack}::int
      AND ${endOf(startOfWeek)} <= ${finalUntil}::timestamptz
      AND NOT EXISTS (SELECT FROM playback_rollups WHERE grain = 'week' AND ${isOfAll}
        AND bucket = date_trunc('week', day.bucket, ${zone}::text))
    ORDER BY 1 LIMIT 1`.execute(trx);
  const [due] = rows;
  if (!due) return false;
  await sql`WITH days AS (
      SELECT * FROM playback_rollups
      WHERE grain = 'day' AND dimension <> 'video' AND bucket >= ${due.week}
        AND bucket < ${endOf(due.week)}
    ), summed AS (
      SELECT ${key}, ${figureSums} FROM days GROUP BY ${key}
    ), counted AS (
      SELECT ${key}, array_agg(step) AS steps, array_agg(times) AS times FROM (
        SELECT ${key}, step, sum(times)::bigint AS times FROM (
          SELECT ${key}, unnest(start_steps) AS step, unnest(start_counts) AS times FROM days) AS one
        GROUP BY ${key}, step) AS added
      GROUP BY ${key}
    )
    INSERT INTO playback_rollups (grain, bucket, ${key}, ${figureColumns}, start_steps, start_counts)
    SELECT 'week', ${due.week}, ${key}, ${figureColumns}, coalesce(steps, '{}'), coalesce(times, '{}')
    FROM summed LEFT JOIN counted USING (${key})
    ON CONFLICT DO NOTHING`.execute(trx);
  return true;
}

/** Whole weeks that are summed up, one after the other. */
export interface SummedWeeks {
  readonly from: Date;
  readonly until: Date;
}

/** Finds the weeks since a moment that are summed up; null without one. */
export async function findSummedWeeks(
  db: DbOrTrx,
  since: Date,
  zone: string,
): Promise<SummedWeeks | null> {
  const { rows } = await sql<{ from: Date | null; until: Date | null }>`
    SELECT min(bucket) AS "from",
      (max(bucket) AT TIME ZONE ${zone}::text + interval '7 days') AT TIME ZONE ${zone}::text AS until
    FROM playback_rollups WHERE grain = 'week' AND ${isOfAll} AND bucket >= ${since}`.execute(db);
  const { from, until } = rows[0] ?? { from: null, until: null };
  return from === null || until === null ? null : { from, until };
}
