import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { holdAtMost } from '../../../platform/cache/hold-at-most.ts';
import { countRows, countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { Db } from '../../../platform/db/database.ts';
import {
  buildPlaceSql,
  type ListPart,
  readRowsAfter,
  buildOrderSql as rowsInOrderSql,
} from '../../../platform/db/list-order.ts';
import type { ScopeCondition } from '../users.policy.ts';
import type { UserRow } from '../users.tables.ts';
import {
  isOneValue,
  matchesFilter,
  selectMatchingUsers,
  type UserFilter,
  visibleIdsSql,
} from './user-filter.repository.ts';
import type { ListAnchor, ListWindow } from './user-list.rules.ts';
import { buildOrderSql, type ListOrder, sortKeys, toListOrder } from './user-order.repository.ts';

/**
 * Finds the ids of one page of a list that holds at most `upTo` users, with one query that finds and
 * sorts them all.
 * @returns null when more match
 */
export async function findFewUserIds(
  db: Db,
  filter: UserFilter,
  order: ListOrder,
  page: { readonly offset: number; readonly limit: number; readonly upTo: number },
): Promise<{ readonly total: number; readonly ids: readonly string[] } | null> {
  const { offset, limit, upTo } = page;
  const key = sortKeys[order.by].expression.as('key');
  const found = selectMatchingUsers(db, filter)
    .select(['id', key])
    .limit(upTo + 1);
  const { rows } = await sql<{ total: number; ids: string[] }>`
    WITH found AS MATERIALIZED (${found})
    SELECT (SELECT count(*)::int FROM found) AS total,
      ARRAY(SELECT id FROM found WHERE (SELECT count(*) FROM found) <= ${upTo}
        ORDER BY ${buildOrderSql(order)} LIMIT ${limit} OFFSET ${offset}) AS ids
  `.execute(db);
  const [answer] = rows;
  return answer && answer.total <= upTo ? answer : null;
}

/** Selects ids of users an actor may see, for use within another query. */
export function selectVisibleUserIds(db: Db, scope: ScopeCondition) {
  return selectMatchingUsers(db, { scope }).select('id');
}

/** A scope that grows meanwhile makes a query slower for so long, and its answer stays true. */
const fewForMs = 60_000;

/**
 * Creates what selects ids of users an actor may see where these are at most `most`, for a query that
 * goes from one to the next. To count them takes a quarter of such a query, so it is remembered.
 * @returns null when there are more
 */
export function createFewVisibleUserIds(db: Db) {
  const known = new LRUCache<string, boolean>({ ...holdAtMost(1000), ttl: fewForMs });

  async function countsFew(ids: RawBuilder<unknown>, most: number): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM (${ids} LIMIT ${most + 1}) AS visible`.execute(db);
    return rows.every(({ count }) => count <= most);
  }

  return async (scope: ScopeCondition, most: number) => {
    if (scope.sees === 'everybody') return null;
    const ids = visibleIdsSql(scope);
    const key = JSON.stringify([scope, most]);
    let areFew = known.get(key);
    if (areFew === undefined) {
      areFew = await countsFew(ids, most);
      known.set(key, areFew);
    }
    return areFew ? ids : null;
  };
}

/** Lists the users after a position, in the order of the list. */
export async function listUsersAfter(db: Db, filter: UserFilter, order: ListOrder, part: ListPart) {
  const listed = toListOrder(order);
  // As in `listUserIdsFrom`: where all have the same value, only the id leads to the place in the
  // index.
  const isOne = part.place !== null && isOneValue(filter, order.by);
  const than = order.isAscending ? sql`>` : sql`<`;
  return readRowsAfter(listed, part, (isWanted, limit) =>
    selectMatchingUsers(db, filter)
      .selectAll()
      .select(buildPlaceSql(listed))
      .where(isWanted)
      .where(isOne ? sql<boolean>`id ${than} ${part.place?.id}::uuid` : sql<boolean>`true`)
      .orderBy(rowsInOrderSql(listed))
      .limit(limit)
      .execute(),
  );
}

/** Counts the matching users, up to `most`. */
export async function countUsersUpTo(db: Db, filter: UserFilter, most: number): Promise<number> {
  return countRowsUpTo(db, selectMatchingUsers(db, filter), most);
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return countRows(db, selectMatchingUsers(db, filter));
}

/**
 * Lists the ids of a page near an end of the list, looked for among the first `among` users from
 * that end, whether they match or not.
 */
export async function listUserIdsNearEnd(
  db: Db,
  filter: UserFilter,
  order: ListOrder,
  { isFromEnd, offset, limit, among }: ListWindow & { readonly among: number },
): Promise<string[]> {
  const walked = db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .select(['id', sortKeys[order.by].expression.as('key'), matchesFilter(filter).as('is_match')])
    .orderBy(buildOrderSql(order, isFromEnd))
    .limit(among);
  const rows = await db
    .selectFrom(walked.as('walked'))
    .select('id')
    .where('is_match', '=', true)
    .orderBy(buildOrderSql(order, isFromEnd))
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map((row) => row.id);
  return isFromEnd ? ids.reverse() : ids;
}

/** Lists every `step`-th user of a list as an anchor, beginning with the first. */
export async function listAnchors(
  db: Db,
  filter: UserFilter,
  order: ListOrder,
  step: number,
): Promise<ListAnchor[]> {
  const { expression } = sortKeys[order.by];
  const ordered = selectMatchingUsers(db, filter).select(['id', expression.as('key')]);
  const { rows } = await sql<ListAnchor>`
    SELECT id, key::text AS key FROM (
      SELECT id, key, row_number() OVER (ORDER BY ${buildOrderSql(order)}) AS place
      FROM (${ordered}) AS ordered
    ) AS placed WHERE (place - 1) % ${step} = 0 ORDER BY place
  `.execute(db);
  return rows;
}

/** Lists up to `limit` ids from an anchor on, its own first (keyset pagination). */
export async function listUserIdsFrom(
  db: Db,
  filter: UserFilter,
  order: ListOrder,
  { id, key, limit }: ListAnchor & { readonly limit: number },
): Promise<string[]> {
  const { expression, type, mayBeEmpty } = sortKeys[order.by];
  const than = order.isAscending ? sql`>=` : sql`<=`;
  const read = async (condition: ReturnType<typeof sql<boolean>>, upTo: number) => {
    const rows = await db
      .selectFrom('users')
      .select(['id', expression.as('key')])
      .where('deleted_at', 'is', null)
      .where(matchesFilter(filter))
      .where(condition)
      .orderBy(buildOrderSql(order))
      .limit(upTo)
      .execute();
    return rows.map((row) => row.id);
  };
  const isEmpty = sql<boolean>`${expression} IS NULL`;
  const isFromHere = sql<boolean>`id ${than} ${id}::uuid`;
  if (key === null) return read(sql<boolean>`${isEmpty} AND ${isFromHere}`, limit);
  // A comparison of rows would not be taken for the place in the index where the walk begins.
  if (isOneValue(filter, order.by)) return read(isFromHere, limit);
  // A comparison of rows leaves out the empty values, which come last.
  const start = sql`(${key}::${type}, ${id}::uuid)`;
  const filled = await read(sql<boolean>`(${expression}, id) ${than} ${start}`, limit);
  if (!mayBeEmpty || filled.length >= limit) return filled;
  return [...filled, ...(await read(isEmpty, limit - filled.length))];
}

/** Finds the users with these ids, in this order, without those who no longer match. */
export async function findUserRows(
  db: Db,
  filter: UserFilter,
  ids: readonly string[],
): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(matchesFilter(filter))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
