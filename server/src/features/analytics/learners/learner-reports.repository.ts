import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import {
  buildAfterSql,
  buildOrderSql,
  buildPlaceSql,
  type ListOrder,
  type ListPart,
  type Place,
} from '../../../platform/db/list-order.ts';
import { canSeeSql, type Viewer } from '../../videos/index.ts';

/** What a learner did since a moment, the days of which begin with `firstDay`. */
export interface LearnerQuery {
  readonly userId: string;
  readonly firstDay: Date;
}

export interface LearnerSums {
  readonly videos: number;
  readonly opened: number;
  readonly watchSeconds: number;
  readonly activeDays: number;
  readonly lastAt: Date | null;
}

export async function sumLearnerDays(
  db: DbOrTrx,
  { userId, firstDay }: LearnerQuery,
): Promise<LearnerSums> {
  const { rows } = await sql<LearnerSums>`
    SELECT count(DISTINCT video_id) FILTER (WHERE watch_seconds > 0)::int AS videos,
      coalesce(sum(opened), 0)::int AS opened, coalesce(sum(watch_seconds), 0) AS "watchSeconds",
      count(DISTINCT day) FILTER (WHERE watch_seconds > 0)::int AS "activeDays",
      max(last_at) AS "lastAt"
    FROM learner_days WHERE user_id = ${userId} AND day >= ${firstDay}`.execute(db);
  const nothing = { videos: 0, opened: 0, watchSeconds: 0, activeDays: 0, lastAt: null };
  return rows[0] ?? nothing;
}

/** Sums up what was watched on each day, in seconds; each begins at its start. */
export async function sumByDays(
  db: DbOrTrx,
  userId: string,
  starts: readonly Date[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ step: number; seconds: number }>`
    SELECT width_bucket(day, ${[...starts]}::timestamptz[]) - 1 AS step,
      sum(watch_seconds) AS seconds
    FROM learner_days WHERE user_id = ${userId} AND day >= ${starts[0]} GROUP BY 1`.execute(db);
  return new Map(rows.map(({ step, seconds }) => [step, seconds]));
}

/** Counts videos that the learner completed since a moment. */
export async function countCompleted(db: DbOrTrx, userId: string, from: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count
    FROM playback_positions WHERE user_id = ${userId} AND completed_at >= ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface LearnerDevice {
  readonly system: string;
  readonly browser: string;
  readonly opened: number;
  readonly watchSeconds: number;
  readonly lastAt: Date;
}

export async function listLearnerDevices(
  db: DbOrTrx,
  { userId, firstDay }: LearnerQuery,
  atMost: number,
): Promise<LearnerDevice[]> {
  const { rows } = await sql<LearnerDevice>`
    SELECT system, browser, sum(opened)::int AS opened, sum(watch_seconds) AS "watchSeconds",
      max(last_at) AS "lastAt"
    FROM learner_devices WHERE user_id = ${userId} AND day >= ${firstDay}
    GROUP BY 1, 2 ORDER BY 4 DESC, 3 DESC, 1, 2 LIMIT ${atMost}`.execute(db);
  return rows;
}

export interface CategoryProgress {
  readonly name: string;
  readonly videos: number;
  readonly begun: number;
  readonly completed: number;
}

/** Counts the videos that a learner sees by category, and how far the learner is with them. */
export async function listCategoryProgress(
  db: DbOrTrx,
  of: { readonly userId: string; readonly learner: Viewer; readonly now: Date },
  atMost: number,
): Promise<CategoryProgress[]> {
  const { rows } = await sql<CategoryProgress>`
    SELECT coalesce(videos.category, '') AS name, count(*)::int AS videos,
      count(standing.updated_at)::int AS begun, count(standing.completed_at)::int AS completed
    FROM videos LEFT JOIN playback_positions AS standing
      ON standing.video_id = videos.id AND standing.user_id = ${of.userId}
    WHERE videos.deleted_at IS NULL AND ${canSeeSql(of.learner, of.now)}
    GROUP BY 1 ORDER BY 1 LIMIT ${atMost}`.execute(db);
  return rows;
}

const latestFirst: ListOrder = {
  key: sql`entry.last_at`,
  type: sql`timestamptz`,
  id: 'entry.video_id',
  isAscending: false,
};

export interface LearnerDayRow {
  readonly day: Date;
  readonly video_id: string;
  readonly title: string | null;
  readonly category: string | null;
  readonly opened: number;
  readonly watch_seconds: number;
  readonly last_at: Date;
  readonly place: Place;
}

/** Lists what a learner watched of each video on each day, the latest first. */
export async function listLearnerDays(
  db: Db,
  { userId, firstDay }: LearnerQuery,
  { place, limit, offset = 0 }: ListPart & { readonly offset?: number },
): Promise<LearnerDayRow[]> {
  const { rows } = await sql<LearnerDayRow>`
    SELECT entry.day, entry.video_id, videos.title, videos.category, entry.opened,
      entry.watch_seconds, entry.last_at, ${buildPlaceSql(latestFirst)}
    FROM learner_days AS entry LEFT JOIN videos ON videos.id = entry.video_id
    WHERE entry.user_id = ${userId} AND entry.day >= ${firstDay}
      AND ${buildAfterSql(latestFirst, place)}
    ORDER BY ${buildOrderSql(latestFirst)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countLearnerDays(
  db: Db,
  { userId, firstDay }: LearnerQuery,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM learner_days
    WHERE user_id = ${userId} AND day >= ${firstDay}`.execute(db);
  return rows[0]?.total ?? 0;
}
