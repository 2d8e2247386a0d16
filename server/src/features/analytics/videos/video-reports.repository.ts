import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import {
  buildBehindSql,
  buildOrderSql,
  buildPlaceSql,
  type ListOrder,
  type ListPart,
  type Place,
} from '../../../platform/db/list-order.ts';
import type { PlaceBound } from '../../users/index.ts';
import { canSeeSql, type Viewer } from '../../videos/index.ts';
import {
  isCountedPlay,
  type PlayQuery,
  type PlaySums,
  playSumsSql,
} from '../rollups/read-plays.repository.ts';
import { isWithinScope, placeColumns } from '../rollups/read-rollups.repository.ts';
import type { RetentionEnds } from './retention.rules.ts';

/** Counts different learners of a scope who watched any of each video since a moment. */
export async function countViewers(
  db: DbOrTrx,
  videoIds: readonly string[],
  of: { readonly from: Date; readonly firstDay: Date; readonly places: PlaceBound | null },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ video_id: string; viewers: number }>`
    SELECT video_id, count(DISTINCT user_id)::int AS viewers FROM learner_days
    WHERE video_id = ANY (${[...videoIds]}::uuid[]) AND day >= ${of.firstDay}
      AND last_at >= ${of.from} AND watch_seconds > 0 AND ${isOfLearnerWithin(of.places)}
    GROUP BY 1`.execute(db);
  return new Map(rows.map(({ video_id, viewers }) => [video_id, viewers]));
}

function isOfLearnerWithin(places: PlaceBound | null): RawBuilder<SqlBool> {
  if (places === null) return sql<SqlBool>`true`;
  const column = sql.ref(`users.${placeColumns[places.field]}`);
  return sql<SqlBool>`user_id IN (SELECT id FROM users
    WHERE user_type = 'LEARNER' AND ${column} = ANY (${[...places.values]}::text[])
      AND ${column} <> '')`;
}

/** Sums up the ends of what was watched of a video since a day, by part; nothing where none was. */
export async function sumRetention(
  db: DbOrTrx,
  videoId: string,
  { firstDay, places }: { readonly firstDay: Date; readonly places: PlaceBound | null },
): Promise<readonly RetentionEnds[]> {
  const { rows } = await sql<RetentionEnds>`
    SELECT part, sum(change) AS change, sum(rest) AS rest
    FROM retention_rollups, unnest(parts, changes, rests) AS one (part, change, rest)
    WHERE video_id = ${videoId} AND day >= ${firstDay} AND ${isWithinScope(places)}
    GROUP BY part`.execute(db);
  return rows;
}

const mostWatchedFirst: ListOrder = {
  key: sql`report."watchSeconds"`,
  type: sql`double precision`,
  id: 'report.id',
  isAscending: false,
};

export interface VideoSums extends PlaySums {
  readonly id: string;
  readonly title: string;
  readonly category: string | null;
  readonly durationSeconds: number | null;
  readonly place: Place;
}

interface ListOfVideos {
  readonly plays: PlayQuery;
  readonly viewer: Viewer;
  readonly now: Date;
}

/** Lists videos that the viewer sees with what was watched of each, the most watched first. */
export async function listVideoSums(
  db: Db,
  list: ListOfVideos,
  { place, limit, offset = 0 }: ListPart & { readonly offset?: number },
): Promise<VideoSums[]> {
  const { rows } = await sql<VideoSums>`
    SELECT report.*, ${buildPlaceSql(mostWatchedFirst)} FROM (${reportedSql(list)}) AS report
    WHERE ${buildBehindSql(mostWatchedFirst, place)}
    ORDER BY ${buildOrderSql(mostWatchedFirst)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countReportedVideos(
  db: Db,
  { viewer, now }: Pick<ListOfVideos, 'viewer' | 'now'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM videos
    WHERE deleted_at IS NULL AND ${canSeeSql(viewer, now)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function reportedSql({ plays, viewer, now }: ListOfVideos): RawBuilder<unknown> {
  const zeros = [
    ...(['opened', 'starts', 'failed', 'failedBeforeStart', 'completed', 'watchSeconds'] as const),
    ...(['stallMs', 'kbpsSeconds', 'measuredSeconds'] as const),
  ].map((name) => sql`coalesce(sums.${sql.ref(name)}, 0) AS ${sql.ref(name)}`);
  return sql`SELECT videos.id, videos.title, videos.category,
      videos.duration_seconds AS "durationSeconds", ${sql.join(zeros)}
    FROM videos LEFT JOIN (
      SELECT value, ${playSumsSql} FROM playback_rollups WHERE ${isCountedPlay(plays)} GROUP BY value
    ) AS sums ON sums.value = videos.id::text
    WHERE videos.deleted_at IS NULL AND ${canSeeSql(viewer, now)}`;
}
