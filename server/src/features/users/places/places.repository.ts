import type { Audience } from '@prahari/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isLastingUser } from '../../../platform/throwaway/throwaway-id.ts';
import { columnOf } from '../list/user-filter.repository.ts';
import type { PlaceBound, PlaceField } from '../users.policy.ts';

/**
 * Lists the places of one kind in which there are learners, up to `atMost`. There are far fewer
 * places than learners, so they are found by going from one to the next in the index of that column.
 * @param bound counts learners at these places only; null for all
 */
export async function listLearnerPlaces(
  db: Db,
  field: PlaceField,
  bound: PlaceBound | null,
  atMost: number,
): Promise<string[]> {
  const column = sql.ref(columnOf[field]);
  const { rows } = bound
    ? await sql<{ value: string }>`
        SELECT DISTINCT ${column} AS value FROM users
        WHERE ${isLearnerWithinSql(bound)} AND ${column} IS NOT NULL
        ORDER BY value LIMIT ${atMost}`.execute(db)
    : await walkPlaces(db, column, atMost);
  return rows.map(({ value }) => value);
}

export interface AudienceCount {
  readonly learners: number;
  /** The first by name. */
  readonly first: {
    readonly id: string;
    readonly name: string;
    readonly district: string | null;
  }[];
}

/**
 * Counts the learners that an audience includes, as `isEntitled` of videos decides; leaves out
 * blocked ones, who see nothing. Each part is found by an index: places by that of their column,
 * groups by their members.
 * @param bound counts learners at these places only; null for all
 */
export async function countAudience(
  db: Db,
  audience: Audience,
  bound: PlaceBound | null,
): Promise<number> {
  const isLearner = sql<SqlBool>`(${isLearnerWithinSql(bound)} AND status <> 'blocked')`;
  if (audience.everyone) {
    const { rows } = await sql<{ learners: number }>`
      SELECT count(*)::int AS learners FROM users WHERE ${isLearner}`.execute(db);
    return rows[0]?.learners ?? 0;
  }
  const isThere = isAtPlacesSql(audience);
  const { rows } = await sql<{ learners: number }>`
    SELECT (SELECT count(*) FROM users WHERE ${isLearner} AND ${isThere ?? sql`false`})::int
      + (SELECT count(*) FROM (
          SELECT DISTINCT user_id FROM user_group_members
          WHERE group_id = ANY (${[...audience.groupIds]}::uuid[])
        ) AS member JOIN users ON users.id = member.user_id
        WHERE ${isLearner} AND ${isThere ?? sql`false`} IS NOT TRUE)::int AS learners`.execute(db);
  return rows[0]?.learners ?? 0;
}

/** Lists the first of them, by name: of those at its places, and of its groups. */
export async function listFirstOfAudience(
  db: Db,
  audience: Audience,
  { bound, atMost }: { readonly bound: PlaceBound | null; readonly atMost: number },
): Promise<AudienceCount['first']> {
  const isLearner = sql<SqlBool>`(${isLearnerWithinSql(bound)} AND status <> 'blocked')`;
  const isThere = audience.everyone ? sql`true` : (isAtPlacesSql(audience) ?? sql`false`);
  const groupIds = audience.everyone ? [] : [...audience.groupIds];
  const { rows } = await sql<AudienceCount['first'][number]>`
    SELECT id, name, district FROM (
      (SELECT id, name, district FROM users WHERE ${isLearner} AND ${isThere}
        ORDER BY name, id LIMIT ${atMost})
      UNION
      (SELECT users.id, name, district FROM users
        WHERE ${isLearner} AND id IN (
          SELECT user_id FROM user_group_members WHERE group_id = ANY (${groupIds}::uuid[]))
        ORDER BY name, id LIMIT ${atMost})
    ) AS learner ORDER BY name, id LIMIT ${atMost}`.execute(db);
  return rows;
}

function walkPlaces(db: Db, column: RawBuilder<unknown>, atMost: number) {
  const next = (bound: RawBuilder<unknown>) => sql`(SELECT ${column} FROM users
    WHERE ${isLearnerWithinSql(null)} AND ${column} ${bound} ORDER BY ${column} LIMIT 1)`;
  return sql<{ value: string }>`
    WITH RECURSIVE place (value, number) AS (
      SELECT ${next(sql`IS NOT NULL`)}, 1
      UNION ALL
      SELECT ${next(sql`> place.value`)}, number + 1 FROM place
      WHERE value IS NOT NULL AND number < ${atMost}
    )
    SELECT value FROM place WHERE value IS NOT NULL`.execute(db);
}

function isLearnerWithinSql(bound: PlaceBound | null): RawBuilder<SqlBool> {
  const isLearner = sql<SqlBool>`users.deleted_at IS NULL AND users.user_type = 'LEARNER'
    AND ${isLastingUser(sql`users.id`)}`;
  return bound
    ? sql<SqlBool>`${isLearner} AND ${isOneOfSql(bound.field, bound.values)}`
    : isLearner;
}

/** Builds the condition that a learner is at the places of an audience; null if it names none. */
function isAtPlacesSql(audience: Audience): RawBuilder<SqlBool> | null {
  const asked = [
    ['kendraType', audience.kendraTypes],
    ['country', audience.countries],
    ['district', audience.districts],
  ] as const;
  const conditions = asked.flatMap(([field, places]) =>
    places.length > 0 ? [isOneOfSql(field, places)] : [],
  );
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` AND `)})` : null;
}

function isOneOfSql(field: PlaceField, places: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`users.${columnOf[field]}`)} = ANY (${[...places]}::text[])`;
}
