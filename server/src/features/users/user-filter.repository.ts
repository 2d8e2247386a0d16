import type { UserType } from '@prahari/contract';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { containing } from '../../platform/db/containing.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { PlaceField, ScopeCondition } from './users.policy.ts';
import type { UserRow } from './users.repository.ts';

export interface UserFilter {
  readonly scope: ScopeCondition;
  readonly search?: string | undefined;
  readonly kendraType?: string | undefined;
  readonly country?: string | undefined;
  readonly district?: string | undefined;
  readonly status?: UserRow['status'] | undefined;
  readonly userType?: UserType | undefined;
}

const columnOf = {
  country: 'country',
  district: 'district',
  kendraType: 'kendra_type',
} as const satisfies Record<PlaceField, string>;

const columnFilters = ['kendraType', 'country', 'district', 'status', 'userType'] as const;

/** Trigrams need three letters; what is shorter matches so many that no index is of use. */
const shortestIndexed = 3;

/** Whether all who match have the same value there. */
export function isOneValue(filter: UserFilter, key: string): boolean {
  return columnFilters.some((name) => name === key && filter[name] !== undefined);
}

/** The users who are there and match, found by whatever index is best. */
export function matching(db: Db, filter: UserFilter): SelectQueryBuilder<Tables, 'users', object> {
  const { search } = filter;
  const known = db.selectFrom('users').where('deleted_at', 'is', null).where(matches(filter));
  return search !== undefined && [...search].length >= shortestIndexed
    ? known.where(sql<SqlBool>`trigrams_of(${haystack}) @> trigrams_of(lower(${search}))`)
    : known;
}

/** Whether a user matches, for a walk over users one by one: trigrams would take longer there. */
export function matches(filter: UserFilter): RawBuilder<SqlBool> {
  const { search, scope, kendraType, country, district, status, userType } = filter;
  const wanted = [
    ['kendra_type', kendraType],
    ['country', country],
    ['district', district],
    ['status', status],
    ['user_type', userType],
  ] as const;
  const conditions = [
    ...wanted.flatMap(([column, value]) =>
      value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`],
    ),
    ...(scope.sees === 'everybody' ? [] : [inScopeSql(scope)]),
    ...(search === undefined ? [] : [containsSql(search)]),
  ];
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` AND `)})` : sql`true`;
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

/** Word for word the expression of the index `users_search`. */
const haystack = sql<string>`lower(name) || E'\\n' || contact_number`;

function containsSql(search: string): RawBuilder<SqlBool> {
  const pattern = containing(search);
  return sql<SqlBool>`${haystack} LIKE lower(${pattern})`;
}
