import { type RawBuilder, type Selectable, sql } from 'kysely';
import { countRows, countRowsUpTo } from '../../../platform/db/count-rows.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import {
  buildBehindSql,
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

/** Reads one page with the count of all that match. */
export async function findAlertPage(
  db: DbOrTrx,
  filter: AlertFilter,
  order: AlertOrder,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ items: AlertRow[]; total: number }> {
  const found = selectAlerts(db, filter);
  const listed = buildOrderSql(toListOrder(order));
  const page = takePage(found, listed, window);
  if (filter.search !== undefined || filter.scope?.few) {
    return findTogether(db, filter, { page, isFirst: window.offset === 0 });
  }
  return { items: await readPage(db, page, listed), total: await countRows(db, found) };
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

/** A search looks at every alert, few users have few: once, for page and count together. */
async function findTogether(
  db: DbOrTrx,
  filter: AlertFilter,
  { page, isFirst }: { readonly page: ReturnType<typeof takePage>; readonly isFirst: boolean },
): Promise<{ items: AlertRow[]; total: number }> {
  const hits = await page.select(sql<string>`count(*) OVER ()`.as('total')).execute();
  const [first] = hits;
  if (!first) {
    // A page behind the last one holds no count.
    return { items: [], total: isFirst ? 0 : await countRows(db, selectAlerts(db, filter)) };
  }
  const rows = await findAlertsById(
    db,
    filter.scope,
    hits.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { items: hits.flatMap(({ id }) => byId.get(id) ?? []), total: Number(first.total) };
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
export async function findAlertsBehind(
  db: DbOrTrx,
  filter: AlertFilter,
  order: AlertOrder,
  { place, limit }: ListPart,
) {
  const listed = toListOrder(order);
  return rowsOf(selectAlerts(db, filter))
    .select(buildPlaceSql(listed))
    .where(buildBehindSql(listed, place))
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
  // By their ids, whoever is in scope.
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
