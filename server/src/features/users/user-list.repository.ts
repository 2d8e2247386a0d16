import type { UserType } from '@prahari/contract';
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { PageWindow } from './user-list.rules.ts';
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

export type UserSortKey =
  | PlaceField
  | 'name'
  | 'contactNumber'
  | 'userType'
  | 'status'
  | 'loginCount'
  | 'createdAt'
  | 'lastLoginAt';

type Matching = SelectQueryBuilder<Tables, 'users', object>;

const columnOf = {
  country: 'country',
  district: 'district',
  kendraType: 'kendra_type',
} as const satisfies Record<PlaceField, string>;

/** Each is the first column of an index whose second is the id (migration 0006). */
const sortExpressions = {
  name: sql`lower(name)`,
  contactNumber: sql`contact_number`,
  userType: sql`user_type`,
  status: sql`status`,
  kendraType: sql`kendra_type`,
  country: sql`country`,
  district: sql`district`,
  loginCount: sql`login_count`,
  createdAt: sql`created_at`,
  lastLoginAt: sql`last_login_at`,
} as const satisfies Record<UserSortKey, RawBuilder<unknown>>;

const mayBeEmpty: readonly UserSortKey[] = ['kendraType', 'country', 'district', 'lastLoginAt'];

/** So many are found and sorted in milliseconds, whatever the order. */
const sortedAtOnce = 10_000;

/** Trigrams need three letters; what is shorter matches so many that no index is of use. */
const shortestIndexed = 3;

export function createUserListRepository() {
  return {
    /** Only the ids come out of the sort index; the rows of one page are read by them. */
    async page(
      db: Db,
      filter: UserFilter,
      order: { readonly by: UserSortKey; readonly isAscending: boolean },
      window: PageWindow,
    ): Promise<UserRow[]> {
      // Empty values come last in either order, so they come first when it is read from the end.
      const isUp = order.isAscending !== window.isFromEnd;
      const empties = mayBeEmpty.includes(order.by)
        ? window.isFromEnd
          ? sql`NULLS FIRST`
          : sql`NULLS LAST`
        : sql``;
      const direction = isUp ? sql`ASC` : sql`DESC`;
      const all = matching(db, filter).select(['id', sortExpressions[order.by].as('key')]);
      // An offset keeps the planner from walking the whole sort index for the few that match.
      const found = window.total <= sortedAtOnce ? all.offset(0) : all;
      const ids = await db
        .selectFrom(found.as('found'))
        .select('id')
        .orderBy(sql`key ${direction} ${empties}, id ${direction}`)
        .limit(window.limit)
        .offset(window.offset)
        .execute();
      const wanted = ids.map((row) => row.id);
      if (window.isFromEnd) wanted.reverse();
      if (wanted.length === 0) return [];
      const rows = await db.selectFrom('users').selectAll().where('id', 'in', wanted).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return wanted.flatMap((id) => byId.get(id) ?? []);
    },

    /** Ids of whom somebody sees, for use within another query. */
    visibleIds: (db: Db, scope: ScopeCondition) => matching(db, { scope }).select('id'),

    /** How many match; with `upTo`, no more than that are counted. */
    async count(db: Db, filter: UserFilter, upTo?: number): Promise<number> {
      const found = matching(db, filter).select(sql<number>`1`.as('one'));
      const { total } = await db
        .selectFrom((upTo === undefined ? found : found.limit(upTo)).as('found'))
        .select((select) => select.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}

export type UserListRepository = ReturnType<typeof createUserListRepository>;

function matching(db: Db, filter: UserFilter): Matching {
  let query: Matching = db.selectFrom('users').where('deleted_at', 'is', null);
  const { search, scope, kendraType, country, district, status, userType } = filter;
  if (kendraType !== undefined) query = query.where('kendra_type', '=', kendraType);
  if (country !== undefined) query = query.where('country', '=', country);
  if (district !== undefined) query = query.where('district', '=', district);
  if (status !== undefined) query = query.where('status', '=', status);
  if (userType !== undefined) query = query.where('user_type', '=', userType);
  if (scope.sees !== 'everybody') query = query.where(inScopeSql(scope));
  if (search !== undefined) query = query.where(foundSql(search));
  return query;
}

function inScopeSql(scope: Exclude<ScopeCondition, { sees: 'everybody' }>): Expression<SqlBool> {
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

function foundSql(search: string): Expression<SqlBool> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const isThere = sql<SqlBool>`${haystack} LIKE lower(${pattern})`;
  return [...search].length < shortestIndexed
    ? sql<SqlBool>`(${isThere})`
    : sql<SqlBool>`(trigrams_of(${haystack}) @> trigrams_of(lower(${search})) AND ${isThere})`;
}
