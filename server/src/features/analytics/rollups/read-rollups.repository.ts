import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { PlaceBound } from '../../users/index.ts';

export const placeColumns = {
  country: 'country',
  district: 'district',
  kendraType: 'kendra_type',
} as const;

const isSumOfAll = sql<SqlBool>`(country = '*' AND district = '*' AND kendra_type = '*')`;

/**
 * Says which rows of a table with places make up the figures of a scope (`findScopePlaces` of the
 * caller), each fact once: without bounds, the sums of all places; else the places of the scope. A
 * scope without values has no rows.
 */
export function isWithinScope(places: PlaceBound | null): RawBuilder<SqlBool> {
  return places === null ? isSumOfAll : isPlaceWithin(places);
}

/** Says the same for figures that are listed place by place: never the sums of all places. */
export function isPlaceWithin(places: PlaceBound | null): RawBuilder<SqlBool> {
  const isOnePlace = sql<SqlBool>`NOT ${isSumOfAll}`;
  if (places === null) return isOnePlace;
  const column = sql.ref(placeColumns[places.field]);
  // An empty place is not known to be in any scope.
  return sql<SqlBool>`(${isOnePlace} AND ${column} = ANY (${[...places.values]}::text[])
    AND ${column} <> '')`;
}

/** Finds the moment up to which facts were added up; null before the first time. */
export async function findFreshness(db: DbOrTrx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(saved_at) AS at FROM event_readers WHERE name LIKE 'analytics.%'`.execute(db);
  return rows[0]?.at ?? null;
}

export interface CountedEvents {
  /** Of the starts, from 0. */
  readonly step: number;
  readonly name: string;
  readonly reason: string;
  readonly count: number;
}

interface EventQuery {
  readonly grain: 'minutes' | 'hour' | 'day';
  readonly names: readonly string[];
  readonly places: PlaceBound | null;
}

/** Counts events of some names by step and reason; each step begins at its start. */
export async function countEventsBySteps(
  db: DbOrTrx,
  { grain, names, places }: EventQuery,
  starts: readonly Date[],
): Promise<CountedEvents[]> {
  const { rows } = await sql<CountedEvents>`
    SELECT width_bucket(bucket, ${[...starts]}::timestamptz[]) - 1 AS step, name, reason,
      sum(count)::float8 AS count
    FROM event_rollups
    WHERE grain = ${grain} AND name = ANY (${[...names]}::text[]) AND bucket >= ${starts[0]}
      AND ${isWithinScope(places)}
    GROUP BY 1, 2, 3`.execute(db);
  return rows;
}

/** Counts events of some names since a moment by the hour of the day in a time zone. */
export async function countEventsByHours(
  db: DbOrTrx,
  { grain, names, places }: EventQuery,
  { from, zone }: { readonly from: Date; readonly zone: string },
): Promise<(Pick<CountedEvents, 'name' | 'reason' | 'count'> & { readonly hour: number })[]> {
  const { rows } = await sql<Omit<CountedEvents, 'step'> & { hour: number }>`
    SELECT extract(hour FROM bucket AT TIME ZONE ${zone}::text)::int AS hour, name, reason,
      sum(count)::float8 AS count
    FROM event_rollups
    WHERE grain = ${grain} AND name = ANY (${[...names]}::text[]) AND bucket >= ${from}
      AND ${isWithinScope(places)}
    GROUP BY 1, 2, 3`.execute(db);
  return rows;
}
