import type { ReportedVideoSortKey } from '@prahari/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasPart } from '../../../platform/db/containing.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import {
  buildOrderSql,
  buildPlaceSql,
  type ListOrder,
  type ListPart,
  type Place,
  readRowsAfter,
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

interface ViewersOf {
  readonly from: Date;
  readonly firstDay: Date;
  readonly places: PlaceBound | null;
}

/** Counts different learners of a scope who watched any of a video since a moment. */
export async function countViewers(db: DbOrTrx, videoId: string, of: ViewersOf): Promise<number> {
  const { rows } = await sql<{ viewers: number }>`
    SELECT count(DISTINCT user_id)::int AS viewers FROM learner_days
    WHERE video_id = ${videoId} AND ${isViewOf(of)}`.execute(db);
  return rows[0]?.viewers ?? 0;
}

function isViewOf({ from, firstDay, places }: ViewersOf): RawBuilder<SqlBool> {
  return sql<SqlBool>`day >= ${firstDay} AND last_at >= ${from} AND watch_seconds > 0
    AND ${isOfLearnerWithin(places)}`;
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

/** What videos are sorted by; the figures are those that `describeQuality` computes. */
const sortKeys = {
  title: { key: sql`search_fold(report.title) COLLATE "C"`, type: sql`text` },
  starts: { key: sql`report.starts`, type: sql`double precision` },
  viewers: { key: sql`report.viewers`, type: sql`integer` },
  watchSeconds: { key: sql`report."watchSeconds"`, type: sql`double precision` },
  completionRatio: {
    key: sql`CASE WHEN report.viewers > 0
      THEN least(1, report.completed / report.viewers::float8) END`,
    type: sql`double precision`,
    mayBeEmpty: true,
  },
  rebufferRatio: {
    key: sql`report."stallMs" / nullif(report."stallMs" + report."watchSeconds" * 1000, 0)`,
    type: sql`double precision`,
    mayBeEmpty: true,
  },
  failureRatio: {
    key: sql`CASE WHEN report.opened > 0 THEN least(1, report.failed / report.opened) END`,
    type: sql`double precision`,
    mayBeEmpty: true,
  },
} as const satisfies Record<ReportedVideoSortKey, Omit<ListOrder, 'id' | 'isAscending'>>;

/** Which videos are listed, and in which order. */
export interface VideoListQuery {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly sortBy: ReportedVideoSortKey;
  readonly sortOrder: 'asc' | 'desc';
}

export interface VideoSums extends PlaySums {
  readonly viewers: number;
  readonly id: string;
  readonly title: string;
  readonly category: string | null;
  readonly durationSeconds: number | null;
  readonly place: Place;
}

interface ListOfVideos {
  readonly query: VideoListQuery;
  /** The first day that counts, of what is counted by days. */
  readonly firstDay: Date;
  readonly plays: PlayQuery;
  readonly viewer: Viewer;
  readonly now: Date;
}

/** Lists videos that the viewer sees with what was watched of each, in the order that is asked for. */
export async function listVideoSums(
  db: Db,
  list: ListOfVideos,
  { place, limit, offset = 0 }: ListPart & { readonly offset?: number },
): Promise<VideoSums[]> {
  const { sortBy, sortOrder } = list.query;
  const order = { ...sortKeys[sortBy], id: 'report.id', isAscending: sortOrder === 'asc' };
  const read = async (isWanted: RawBuilder<SqlBool>, atMost: number) => {
    const { rows } = await sql<VideoSums>`
      SELECT report.*, ${buildPlaceSql(order)} FROM (${reportedSql(list)}) AS report
      WHERE ${isWanted}
      ORDER BY ${buildOrderSql(order)} LIMIT ${atMost} OFFSET ${offset}`.execute(db);
    return rows;
  };
  return place ? readRowsAfter(order, { place, limit }, read) : read(sql<SqlBool>`true`, limit);
}

export async function countReportedVideos(
  db: Db,
  list: Pick<ListOfVideos, 'viewer' | 'now' | 'query'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM videos
    WHERE ${isListedSql(list)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function isListedSql({
  viewer,
  now,
  query: { search, category },
}: Pick<ListOfVideos, 'viewer' | 'now' | 'query'>): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`videos.deleted_at IS NULL`,
    canSeeSql(viewer, now),
    ...(search === undefined || search === '' ? [] : [hasPart(sql`videos.title`, search)]),
    ...(category === undefined ? [] : [hasPart(sql`videos.category`, category)]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

function reportedSql({ plays, firstDay, ...list }: ListOfVideos): RawBuilder<unknown> {
  const zeros = [
    ...(['opened', 'starts', 'failed', 'failedBeforeStart', 'completed', 'watchSeconds'] as const),
    ...(['stallMs', 'kbpsSeconds', 'measuredSeconds'] as const),
  ].map((name) => sql`coalesce(sums.${sql.ref(name)}, 0) AS ${sql.ref(name)}`);
  // Counted for the rows of a page alone, unless they are sorted by it.
  const viewers = sql`(SELECT count(DISTINCT user_id) FROM learner_days
    WHERE video_id = videos.id AND ${isViewOf({ firstDay, from: plays.from, places: plays.places })})`;
  return sql`SELECT videos.id, videos.title, videos.category,
      videos.duration_seconds AS "durationSeconds", ${sql.join(zeros)}, ${viewers}::int AS viewers
    FROM videos LEFT JOIN (
      SELECT value, ${playSumsSql} FROM playback_rollups WHERE ${isCountedPlay(plays)} GROUP BY value
    ) AS sums ON sums.value = videos.id::text
    WHERE ${isListedSql(list)}`;
}
