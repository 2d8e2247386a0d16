import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { isNotOwnCall } from '../../../platform/network/own-calls.ts';
import { isNotAboutThrowaway } from '../../../platform/throwaway/throwaway-id.ts';

/** The two tables of facts, each with its own position in `event_readers`. */
export const sources = ['playback_events', 'events'] as const;
export type Source = (typeof sources)[number];

/** The facts of the transactions after the first one, up to the second, are added up next. */
export interface Portion {
  readonly source: Source;
  readonly after: number;
  readonly upTo: number;
  readonly isEmpty: boolean;
  /** Whether there may be more behind it. */
  readonly isFull: boolean;
}

/** Up to where facts were added up, and when. */
export interface Positions {
  readonly after: ReadonlyMap<string, number>;
  readonly savedAt: Date;
}

const nowhere = '00000000-0000-0000-0000-000000000000';
/** Transactions below it have ended, and so none of them adds a fact any more. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
/** Older days are not looked into: playbacks last some hours, and the spool keeps events for minutes. */
export const reachMs = 8 * 86_400_000;

/** Names the column that decides in which day's partition a fact lies. */
const dayColumn = { playback_events: 'opened_at', events: 'happened_at' } as const;

const readerOf = (source: Source) => `analytics.${source}`;

/** Makes the positions, at the present: facts from before were not measured. */
export async function openPositions(db: DbOrTrx, now: Date): Promise<void> {
  for (const source of sources) {
    await sql`INSERT INTO event_readers (name, transaction_id, event_id, written_transaction_id,
        written_event_id, floor_id, saved_at)
      VALUES (${readerOf(source)}, ${settled} - 1, ${nowhere}, ${settled} - 1, ${nowhere}, ${nowhere},
        ${now})
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/**
 * Groups of a large portion then fit into memory; a server's usual share is for many small queries.
 * At 64 MB, a portion of 500,000 facts wrote 95 MB of them to disk (`bench`: rollups).
 * They are told apart by seven texts: to sort by these takes as long as all the rest, and PostgreSQL
 * would choose it, since it can't know how few of the combinations there are.
 */
export async function planForPortions(trx: Trx): Promise<void> {
  await sql`SET LOCAL work_mem = '128MB'`.execute(trx);
  await sql`SET LOCAL enable_sort = off`.execute(trx);
}

/**
 * Locks the positions until the transaction ends. A position ahead of all transactions was counted by
 * another database cluster, from which this one was restored: then the present is the position.
 * @returns undefined while another process adds up
 */
export async function lockPositions(trx: Trx): Promise<Positions | undefined> {
  const { rows } = await sql<{ name: string; after: string; saved_at: Date }>`
    SELECT name, saved_at, CASE WHEN transaction_id > pg_current_xact_id()::text::bigint THEN ${settled} - 1
      ELSE transaction_id END AS after
    FROM event_readers WHERE name = ANY (${sources.map(readerOf)}::text[])
    ORDER BY name FOR UPDATE SKIP LOCKED`.execute(trx);
  const [first] = rows;
  if (!first || rows.length < sources.length) return undefined;
  return {
    after: new Map(rows.map(({ name, after }) => [name, Number(after)])),
    savedAt: first.saved_at,
  };
}

/** Finds how far the next portion of about so many facts goes; transactions are never divided. */
export async function findPortion(
  trx: Trx,
  positions: Positions,
  source: Source,
  { atMost, now }: { readonly atMost: number; readonly now: Date },
): Promise<Portion> {
  const after = positions.after.get(readerOf(source)) ?? 0;
  const next = (skipped: number) => sql`(SELECT transaction_id FROM ${sql.table(source)}
    WHERE transaction_id > ${after}::bigint AND transaction_id < ${settled}
      AND ${isWithinReach(source, now)}
    ORDER BY transaction_id OFFSET ${skipped} LIMIT 1)`;
  const { rows } = await sql<{ first: string | null; last: string | null; settled: string }>`
    SELECT ${settled} AS settled, ${next(0)} AS first, ${next(atMost)} AS last`.execute(trx);
  const [found] = rows;
  const last = found?.last ?? null;
  return {
    source,
    after,
    upTo: last === null ? Number(found?.settled ?? after + 1) - 1 : Number(last),
    isEmpty: (found?.first ?? null) === null,
    isFull: last !== null,
  };
}

/** Notes that a portion was added up. */
export async function moveOn(trx: Trx, { source, upTo }: Portion, now: Date): Promise<void> {
  await sql`UPDATE event_readers SET transaction_id = ${upTo}::bigint,
      written_transaction_id = ${upTo}::bigint, saved_at = ${now}
    WHERE name = ${readerOf(source)}`.execute(trx);
}

/** Leaves out days that are not looked into, so that their partitions are not read. */
export function isWithinReach(source: Source, now: Date): RawBuilder<boolean> {
  const oldest = new Date(now.getTime() - reachMs);
  return sql<boolean>`${sql.ref(dayColumn[source])} >= ${oldest}::timestamptz`;
}

/** Of rows that are named `fact`. */
export const isInPortion = ({ after, upTo }: Portion) =>
  sql`fact.transaction_id > ${after}::bigint AND fact.transaction_id <= ${upTo}::bigint`;

export const placeOfUser = sql`coalesce(users.country, '') AS country,
  coalesce(users.district, '') AS district, coalesce(users.kendra_type, '') AS kendra_type`;

/** Each row once for its own place and once for all places together. */
export const eachPlace = sql`LATERAL (VALUES (base.country, base.district, base.kendra_type),
  ('*', '*', '*')) AS place (country, district, kendra_type)`;

export const buckets = (zone: string) => sql`
  date_bin('5 minutes', at, timestamptz '2020-01-01 00:00Z') AS minutes,
  date_trunc('hour', at, ${zone}::text) AS hour, date_trunc('day', at, ${zone}::text) AS day`;

/** What one process measures of itself every few seconds: no facts about users or lessons. */
export const notCounted = ['calls.measured', 'calls.slow', 'clock.jumped', 'events.crowded'];
/** Those of learners who watch are counted with their playbacks. */
const isSignOfLife = sql`(name = 'session.opened' OR name = 'playback.opened'
  AND user_type <> 'LEARNER')`;

export function recordedFacts(portion: Portion, now: Date): RawBuilder<unknown> {
  return sql`SELECT fact.happened_at AS at, fact.name, fact.data, users.user_type, users.id AS known_user_id,
      ${placeOfUser}
    FROM events AS fact LEFT JOIN users ON users.id = fact.user_id
    WHERE ${isInPortion(portion)} AND fact.${isWithinReach('events', now)}
      AND ${isNotAboutThrowaway(sql`fact.user_id`)} AND ${isNotOwnCall(sql`fact.address`)}`;
}

/** Adds up what happened, from the events. */
export async function addEvents(
  trx: Trx,
  portion: Portion,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<void> {
  await sql`WITH base AS MATERIALIZED (
      SELECT ${buckets(zone)}, name, country, district, kendra_type,
        left(coalesce(data->>'reason', data->>'cause',
          CASE WHEN name = 'call.limited' THEN data->>'route' END, ''), 60) AS reason,
        sum(coalesce((data->>'times')::bigint, 1)) AS count
      FROM (${recordedFacts(portion, now)}) AS recorded
      WHERE name <> ALL (${notCounted}::text[])
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    )
    INSERT INTO event_rollups AS known (grain, bucket, name, reason, country, district, kendra_type,
      count)
    SELECT sum.grain, sum.bucket, name, reason, place.country, place.district, place.kendra_type,
      sum(count)
    FROM base, LATERAL (VALUES ('minutes', base.minutes), ('hour', base.hour), ('day', base.day))
      AS sum (grain, bucket), ${eachPlace}
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (grain, name, bucket, reason, country, district, kendra_type) DO UPDATE
      SET count = known.count + excluded.count`.execute(trx);
  await sql`INSERT INTO user_activity AS known (user_id, last_at)
    SELECT known_user_id, max(at) FROM (${recordedFacts(portion, now)}) AS recorded
    WHERE ${isSignOfLife} AND known_user_id IS NOT NULL GROUP BY 1
    ON CONFLICT (user_id) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`.execute(
    trx,
  );
}
