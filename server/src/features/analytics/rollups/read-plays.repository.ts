import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { PlaceBound } from '../../users/index.ts';
import type { Grain } from '../report-steps.rules.ts';
import { isPlaceWithin, isWithinScope } from './read-rollups.repository.ts';
import type { StepCount } from './start-time.rules.ts';
import type { SummedWeeks } from './week-sums.repository.ts';

/** Sums of how lessons played. */
export interface PlaySums {
  readonly opened: number;
  readonly starts: number;
  readonly failed: number;
  readonly failedBeforeStart: number;
  readonly completed: number;
  readonly watchSeconds: number;
  readonly stallMs: number;
  readonly kbpsSeconds: number;
  readonly measuredSeconds: number;
  /** Starts whose parts are known, and these. */
  readonly splitStarts: number;
  readonly answerMs: number;
  readonly manifestMs: number;
  readonly licenceMs: number;
  readonly segmentsMs: number;
  readonly pictureMs: number;
  readonly frames: number;
  readonly droppedFrames: number;
}

export type PlaceDimension = 'district' | 'kendra_type';

/** Which rows of the rollups of playback count. */
export interface PlayQuery {
  readonly grain: Grain | 'week';
  readonly from: Date;
  /** Whose sums are read in place of those of their days. */
  readonly weeks?: SummedWeeks | null;
  /** By place there are sums of all places alone. */
  readonly dimension: 'all' | 'video' | 'browser' | 'system' | 'network' | PlaceDimension;
  /** Of that dimension; all of them when left out. */
  readonly value?: string;
  readonly places: PlaceBound | null;
}

/** What is summed apart: steps that begin at these moments, values of the dimension, places. */
export type PlayGrouping = readonly Date[] | 'value' | PlaceDimension | 'together';

function groupSql(by: PlayGrouping): RawBuilder<string> {
  if (typeof by !== 'string')
    return sql`(width_bucket(bucket, ${[...by]}::timestamptz[]) - 1)::text`;
  return by === 'together' ? sql`''::text` : sql`${sql.ref(by)}`;
}

function whereSql({ grain, from, dimension, value, places }: PlayQuery, by: PlayGrouping) {
  const isOfPlaces = by === 'district' || by === 'kendra_type';
  const isValue = value === undefined ? sql`true` : sql`value = ${value}`;
  return sql`grain = ${grain} AND dimension = ${dimension} AND bucket >= ${from} AND ${isValue}
    AND ${isOfPlaces ? isPlaceWithin(places) : isWithinScope(places)}`;
}

/** The rows that count: where weeks are summed up, these in place of their days. */
function countedRows(query: PlayQuery, by: PlayGrouping): RawBuilder<unknown> {
  const { weeks } = query;
  const rows = (where: RawBuilder<unknown>) => sql`SELECT * FROM playback_rollups WHERE ${where}`;
  if (!weeks) return rows(whereSql(query, by));
  const { from, until } = weeks;
  return sql`${rows(sql`${whereSql(query, by)} AND bucket < ${from}`)}
    UNION ALL
    ${rows(sql`${whereSql({ ...query, grain: 'week', from }, by)} AND bucket < ${until}`)}
    UNION ALL
    ${rows(whereSql({ ...query, from: until }, by))}`;
}

/** The columns of `PlaySums`, for each group of rows. */
export const playSumsSql = sql`sum(opened)::float8 AS opened, sum(starts)::float8 AS starts,
  sum(failed)::float8 AS failed, sum(failed_before_start)::float8 AS "failedBeforeStart",
  sum(completed)::float8 AS completed, sum(watch_seconds) AS "watchSeconds",
  sum(stall_ms)::float8 AS "stallMs", sum(kbps_seconds) AS "kbpsSeconds",
  sum(measured_seconds) AS "measuredSeconds", sum(split_starts)::float8 AS "splitStarts",
  sum(answer_ms)::float8 AS "answerMs", sum(manifest_ms)::float8 AS "manifestMs",
  sum(licence_ms)::float8 AS "licenceMs", sum(segments_ms)::float8 AS "segmentsMs",
  sum(picture_ms)::float8 AS "pictureMs", sum(frames)::float8 AS frames,
  sum(dropped_frames)::float8 AS "droppedFrames"`;

/** Says which rows of `playback_rollups` a list of values of the dimension sums up. */
export const isCountedPlay = (query: PlayQuery) => whereSql(query, 'value');

/** Sums up how lessons played, by group; at most so many groups, those with the most attempts. */
export async function sumPlays(
  db: DbOrTrx,
  query: PlayQuery,
  { by, atMost }: { readonly by: PlayGrouping; readonly atMost: number },
): Promise<ReadonlyMap<string, PlaySums>> {
  const { rows } = await sql<PlaySums & { group: string }>`
    SELECT ${groupSql(by)} AS "group", ${playSumsSql}
    FROM (${countedRows(query, by)}) AS counted
    GROUP BY 1 ORDER BY sum(opened) DESC, 1 LIMIT ${atMost}`.execute(db);
  return new Map(rows.map(({ group, ...sums }) => [group, sums]));
}

/** Counts starts by how long they took, by group; of these groups alone where they are given. */
export async function countStartTimes(
  db: DbOrTrx,
  query: PlayQuery,
  by: PlayGrouping,
  groups?: readonly string[],
): Promise<ReadonlyMap<string, readonly StepCount[]>> {
  const isShown = groups ? sql`${groupSql(by)} = ANY (${[...groups]}::text[])` : sql`true`;
  const { rows } = await sql<StepCount & { group: string }>`
    SELECT "group", step::int AS step, sum(starts)::float8 AS starts FROM (
      SELECT ${groupSql(by)} AS "group", unnest(start_steps) AS step, unnest(start_counts) AS starts
      FROM (${countedRows(query, by)}) AS counted
      WHERE ${isShown}) AS one
    GROUP BY 1, 2`.execute(db);
  return Map.groupBy(rows, ({ group }) => group);
}
