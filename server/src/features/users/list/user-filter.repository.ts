import type { UserType } from '@prahari/contract';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { containing, hasPart } from '../../../platform/db/containing.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { isLastingUser, isThrowawayId } from '../../../platform/throwaway/throwaway-id.ts';
import { type PlaceField, placeFields, type ScopeCondition } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';

/**
 * Places that a user may be in: one of these, or, where they would be too many, any that contains
 * this text.
 */
export type PlaceMatch = { readonly oneOf: readonly string[] } | { readonly part: string };

export interface UserFilter {
  readonly scope: ScopeCondition;
  readonly search?: string | undefined;
  readonly kendraType?: PlaceMatch | undefined;
  readonly country?: PlaceMatch | undefined;
  readonly district?: PlaceMatch | undefined;
  readonly status?: readonly UserRow['status'][] | undefined;
  readonly userType?: readonly UserType[] | undefined;
  /** Instants, both ends included. */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly lastLoginFrom?: string | undefined;
  readonly lastLoginTo?: string | undefined;
  readonly loginCount?: number | undefined;
}

/** The column of each kind of place. */
export const columnOf = {
  country: 'country',
  district: 'district',
  kendraType: 'kendra_type',
} as const satisfies Record<PlaceField, string>;

/** Trigrams need three letters; shorter texts match so many users that no index helps. */
const shortestIndexed = 3;

/** Tells whether all matching users have the same value in this field. */
export function isOneValue(filter: UserFilter, key: string): boolean {
  if (key === 'loginCount') return filter.loginCount !== undefined;
  if (key === 'status' || key === 'userType') return filter[key]?.length === 1;
  const place = placeFields.find((field) => field === key);
  const match = place && filter[place];
  return match !== undefined && 'oneOf' in match && match.oneOf.length === 1;
}

/**
 * Tells whether the indexes of the sort orders hold all that a filter asks for, so that a walk
 * reads no rows.
 */
export function isAnsweredByIndexes(filter: UserFilter): boolean {
  const { search, createdFrom, createdTo, lastLoginFrom, lastLoginTo, loginCount } = filter;
  const ofRows = [search, createdFrom, createdTo, lastLoginFrom, lastLoginTo, loginCount];
  return ofRows.every((value) => value === undefined);
}

/** Selects the users who are not deleted and match, by the index that PostgreSQL finds best. */
export function selectMatchingUsers(
  db: Db,
  filter: UserFilter,
): SelectQueryBuilder<Tables, 'users', object> {
  const { search } = filter;
  const known = db.selectFrom('users').where('deleted_at', 'is', null).where(matchesFilter(filter));
  return search !== undefined && [...search].length >= shortestIndexed
    ? known.where(sql<SqlBool>`trigrams_of(${haystack}) @> trigrams_of(lower(${search}))`)
    : known;
}

/**
 * Makes the condition that a user matches, for a walk over users one by one: trigrams would take
 * longer there.
 */
export function matchesFilter(filter: UserFilter): RawBuilder<SqlBool> {
  const { search, scope, status, userType, loginCount } = filter;
  const { createdFrom, createdTo, lastLoginFrom, lastLoginTo } = filter;
  const bounds = [
    ['created_at', '>=', createdFrom],
    ['created_at', '<=', createdTo],
    ['last_login_at', '>=', lastLoginFrom],
    ['last_login_at', '<=', lastLoginTo],
  ] as const;
  const conditions = [
    ...(status === undefined ? [] : [isOneOfSql(sql`status`, status)]),
    ...(userType === undefined ? [] : [isOneOfSql(sql`user_type`, userType)]),
    ...(loginCount === undefined ? [] : [sql<SqlBool>`login_count = ${loginCount}`]),
    ...bounds.flatMap(([column, operator, at]) =>
      at === undefined
        ? []
        : [sql<SqlBool>`${sql.ref(column)} ${sql.raw(operator)} ${new Date(at)}`],
    ),
    ...placeFields.flatMap((field) => {
      const match = filter[field];
      return match === undefined ? [] : [isAtSql(sql.ref(columnOf[field]), match)];
    }),
    isOfOwnKindSql(scope),
    ...(scope.sees === 'everybody' ? [] : [inScopeSql(scope)]),
    ...(search === undefined ? [] : [containsSql(search)]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

function isAtSql(column: RawBuilder<unknown>, match: PlaceMatch): RawBuilder<SqlBool> {
  return 'part' in match ? hasPart(column, match.part) : isOneOfSql(column, match.oneOf);
}

function isOneOfSql(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  const [only, ...others] = values;
  // PostgreSQL reads an index in the order of its second column only for an equality of the first.
  return only !== undefined && others.length === 0
    ? sql<SqlBool>`${column} = ${only}`
    : sql<SqlBool>`${column} = ANY (${[...values]}::text[])`;
}

/** How many places are searched, and how many matching ones the query names. */
const usualSizes = { walked: 2000, taken: 1000 };

/**
 * Finds the places of users that contain a text. There are far fewer places than users, so they are
 * found by going from one to the next in the index of that column, and users then by the same index.
 * @param sizes smaller in tests
 */
export async function findPlacesWith(
  db: Db,
  field: PlaceField,
  part: string,
  sizes = usualSizes,
): Promise<PlaceMatch> {
  const column = sql.ref(columnOf[field]);
  const next = (bound: RawBuilder<unknown>) => sql`(SELECT ${column} FROM users
    WHERE deleted_at IS NULL AND ${column} ${bound} ORDER BY ${column} LIMIT 1)`;
  const { rows } = await sql<{ walked: number; found: string[] }>`
    WITH RECURSIVE place (value, number) AS (
      SELECT ${next(sql`IS NOT NULL`)}, 1
      UNION ALL
      SELECT ${next(sql`> place.value`)}, number + 1 FROM place
      WHERE value IS NOT NULL AND number <= ${sizes.walked}
    )
    SELECT count(*)::int AS walked,
      coalesce(array_agg(value) FILTER (WHERE ${hasPart(sql`value`, part)}), '{}') AS found
    FROM place WHERE value IS NOT NULL`.execute(db);
  const [answer] = rows;
  const isAll = answer && answer.walked <= sizes.walked && answer.found.length <= sizes.taken;
  return isAll ? { oneOf: answer.found } : { part };
}

/** Throwaway accounts and others never see each other (`isInScope` says the same of one user). */
function isOfOwnKindSql(scope: ScopeCondition): RawBuilder<SqlBool> {
  const isLasting = isLastingUser(sql`id`);
  return scope.sees !== 'everybody' && isThrowawayId(scope.selfId ?? '')
    ? sql<SqlBool>`NOT ${isLasting}`
    : isLasting;
}

function inScopeSql(scope: Exclude<ScopeCondition, { sees: 'everybody' }>): RawBuilder<SqlBool> {
  const isSelf = sql<SqlBool>`id = ${scope.selfId}::uuid`;
  if (scope.sees === 'self') return isSelf;
  const { place } = scope;
  const isThere = place
    ? sql<SqlBool>`${sql.ref(columnOf[place.field])} = ANY (${[...place.values]}::text[])`
    : sql<SqlBool>`true`;
  return sql<SqlBool>`(${isSelf} OR (user_type = 'LEARNER' AND ${isThere}))`;
}

/** Selects the ids of users in a scope, each kind by its index, for use within another query. */
export function visibleIdsSql(
  scope: Exclude<ScopeCondition, { sees: 'everybody' }>,
): RawBuilder<string> {
  const known = sql`SELECT id FROM users WHERE deleted_at IS NULL AND ${isOfOwnKindSql(scope)}`;
  const self = sql<string>`${known} AND id = ${scope.selfId}::uuid`;
  if (scope.sees === 'self') return self;
  const { place } = scope;
  const isThere = place ? isOneOfSql(sql.ref(columnOf[place.field]), place.values) : sql`true`;
  return sql<string>`${self} UNION ALL ${known} AND user_type = 'LEARNER' AND ${isThere}`;
}

/** Word for word the expression of the index `users_search`. */
const haystack = sql<string>`lower(name) || E'\\n' || contact_number`;

function containsSql(search: string): RawBuilder<SqlBool> {
  const pattern = containing(search);
  return sql<SqlBool>`${haystack} LIKE lower(${pattern})`;
}
