import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { PlaceBound } from '../../users/index.ts';

const placeColumns = {
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
