import { type RawBuilder, type Selectable, sql } from 'kysely';
import { countRows, countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import {
  buildAfterSql,
  buildOrderSql,
  buildPlaceSql,
  type ListOrder,
  type ListPart,
} from '../../../platform/db/list-order.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { type AlertFilter, type AlertScope, selectAlerts } from './alert-filter.repository.ts';

export interface AlertOrder {
  readonly sortBy: 'lastSeenAt' | 'createdAt' | 'severity' | 'count';
  readonly sortOrder: 'asc' | 'desc';
}

export type AlertRow = Selectable<Tables['alerts']> & {
  readonly rule_key: string | null;
  readonly user_name: string | null;
  readonly contact_number: string | null;
  readonly user_district: string | null;
  readonly user_country: string | null;
};

/** Word for word the expression of the index `alerts_by_severity`; least first. */
const severityRank = sql`array_position(ARRAY['info', 'low', 'medium', 'high', 'critical'], alert.severity)`;
const sortKeys = {
  lastSeenAt: { key: sql`alert.last_seen_at`, type: sql`timestamptz` },
  createdAt: { key: sql`alert.created_at`, type: sql`timestamptz` },
  severity: { key: severityRank, type: sql`integer` },
  count: { key: sql`alert.count`, type: sql`bigint` },
} as const;

function toListOrder({ sortBy, sortOrder }: AlertOrder): ListOrder {
  return { ...sortKeys[sortBy], id: 'alert.id', isAscending: sortOrder === 'asc' };
}

/** A search reads no further: those who look for something narrow it before. */
const mostFound = 250;

interface AlertPage {
  readonly items: AlertRow[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isMore: boolean;
}

/** Reads one page with the count of all that match; a search ends at 250. */
export async function findAlertPage(
  db: DbOrTrx,
  filter: AlertFilter,
  order: AlertOrder,
  window: { readonly limit: number; readonly offset: number },
): Promise<AlertPage> {
  const found = selectAlerts(db, filter);
  const listed = toListOrder(order);
  if (filter.search) return findSearched(db, filter, listed, window);
  const page = takePage(found, buildOrderSql(listed), window);
  if (filter.scope?.few) return findTogether(db, filter, { page, isFirst: window.offset === 0 });
  const items = await readPage(db, page, buildOrderSql(listed));
  return { items, total: await countRows(db, found), isMore: false };
}

/** Reads whole rows of one page alone, not of all that match. */
function readPage(
  db: DbOrTrx,
  page: ReturnType<typeof takePage>,
  listed: RawBuilder<unknown>,
): Promise<AlertRow[]> {
  return rowsOf(selectAlerts(db, { scope: null }))
    .where('alert.id', 'in', page)
    .orderBy(listed)
    .execute();
}

function takePage(
  found: ReturnType<typeof selectAlerts>,
  listed: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return found.select('alert.id').orderBy(listed).limit(limit).offset(offset);
}

/** Few users have few alerts: they are read once, for page and count together. */
async function findTogether(
  db: DbOrTrx,
  filter: AlertFilter,
  { page, isFirst }: { readonly page: ReturnType<typeof takePage>; readonly isFirst: boolean },
): Promise<AlertPage> {
  const hits = await page.select(sql<string>`count(*) OVER ()`.as('total')).execute();
  const [first] = hits;
  const ids = hits.map(({ id }) => id);
  // A page behind the last one holds no count.
  const total =
    first || isFirst ? Number(first?.total ?? 0) : await countRows(db, selectAlerts(db, filter));
  return { items: await readInOrder(db, filter.scope, ids), total, isMore: false };
}

/** Ends where enough was found, in the order of the list. */
async function findSearched(
  db: DbOrTrx,
  filter: AlertFilter,
  order: ListOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AlertPage> {
  const found = await selectAlerts(db, filter)
    .select('alert.id')
    .orderBy(buildOrderSql(order))
    .limit(mostFound + 1)
    .execute();
  const ids = found.slice(0, mostFound).map(({ id }) => id);
  const items = await readInOrder(db, filter.scope, ids.slice(offset, offset + limit));
  return { items, total: ids.length, isMore: found.length > mostFound };
}

/** Reads those of these alerts that are in scope, in this order. */
export async function readInOrder(
  db: DbOrTrx,
  scope: AlertScope,
  ids: readonly string[],
): Promise<AlertRow[]> {
  if (ids.length === 0) return [];
  const rows = await findAlertsById(db, scope, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads the newest, without counting them. */
export async function findLatestAlerts(
  db: DbOrTrx,
  filter: AlertFilter,
  limit: number,
): Promise<AlertRow[]> {
  const listed = buildOrderSql(toListOrder({ sortBy: 'lastSeenAt', sortOrder: 'desc' }));
  return readPage(db, takePage(selectAlerts(db, filter), listed, { limit, offset: 0 }), listed);
}

/** Reads the next ones in an order. */
export async function findAlertsAfter(
  db: DbOrTrx,
  filter: AlertFilter,
  order: AlertOrder,
  { place, limit }: ListPart,
) {
  const listed = toListOrder(order);
  return rowsOf(selectAlerts(db, filter))
    .select(buildPlaceSql(listed))
    .where(buildAfterSql(listed, place))
    .orderBy(buildOrderSql(listed))
    .limit(limit)
    .execute();
}

/** Counts those that match, and stops at `most`. */
export async function countAlertsUpTo(
  db: DbOrTrx,
  filter: AlertFilter,
  most: number,
): Promise<number> {
  return countRowsUpTo(db, selectAlerts(db, filter).select('alert.id'), most);
}

export async function findAlert(db: DbOrTrx, filter: AlertFilter): Promise<AlertRow | undefined> {
  return rowsOf(selectAlerts(db, filter)).executeTakeFirst();
}

/** Reads those of some alerts that are in scope. */
export async function findAlertsById(
  db: DbOrTrx,
  scope: AlertScope,
  ids: readonly string[],
): Promise<AlertRow[]> {
  // By their ids, of all in scope.
  return rowsOf(selectAlerts(db, { scope: scope && { ...scope, few: null } }))
    .where('alert.id', 'in', [...ids])
    .execute();
}

function rowsOf(found: ReturnType<typeof selectAlerts>) {
  return found
    .leftJoin('users', 'users.id', 'alert.user_id')
    .leftJoin('alert_rules as rule', 'rule.id', 'alert.rule_id')
    .selectAll('alert')
    .select([
      'rule.key as rule_key',
      'users.name as user_name',
      'users.contact_number as contact_number',
      'users.district as user_district',
      'users.country as user_country',
    ]);
}
