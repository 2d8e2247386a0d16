import type { AlertCategory, AlertSeverity, AlertStatus } from '@prahari/contract';
import { type Selectable, sql } from 'kysely';
import { containing } from '../../../platform/db/containing.ts';
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
import type { UserIds } from '../../users/index.ts';

/** Which alerts a caller may see: null for all. */
export type AlertScope = {
  /** Alerts about these users. */
  readonly visible: UserIds;
  /** Alerts that are about no user, but an address or the whole system. */
  readonly seesSystem: boolean;
} | null;

export interface AlertFilter {
  readonly scope: AlertScope;
  readonly id?: string | undefined;
  readonly user?: string | undefined;
  readonly rule?: string | undefined;
  readonly address?: string | undefined;
  readonly search?: string | undefined;
  /** Whether the search looks into phone numbers, which only those know who may read users. */
  readonly searchesNumbers?: boolean | undefined;
  readonly severity?: readonly AlertSeverity[] | undefined;
  readonly category?: readonly AlertCategory[] | undefined;
  readonly status?: readonly AlertStatus[] | undefined;
  /** Last seen since then. */
  readonly since?: Date | undefined;
  readonly isTest?: boolean | undefined;
}

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

/** Least first, as an ascending order reads. */
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
  const found = matching(db, filter);
  const listed = buildOrderSql(toListOrder(order));
  // Whole rows are read of this page alone, not of all pages before it.
  const ids = found.select('alert.id').orderBy(listed).limit(window.limit).offset(window.offset);
  const items = await rowsOf(matching(db, { scope: null }))
    .where('alert.id', 'in', ids)
    .orderBy(listed)
    .execute();
  return { items, total: await countRows(db, found) };
}

/** Reads the newest, without counting them. */
export async function findLatestAlerts(
  db: DbOrTrx,
  filter: AlertFilter,
  limit: number,
): Promise<AlertRow[]> {
  const order = toListOrder({ sortBy: 'lastSeenAt', sortOrder: 'desc' });
  return rowsOf(matching(db, filter)).orderBy(buildOrderSql(order)).limit(limit).execute();
}

/** Reads the next ones in an order. */
export async function findAlertsBehind(
  db: DbOrTrx,
  filter: AlertFilter,
  order: AlertOrder,
  { place, limit }: ListPart,
) {
  const listed = toListOrder(order);
  return rowsOf(matching(db, filter))
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
  return countRowsUpTo(db, matching(db, filter).select('alert.id'), most);
}

export async function findAlert(db: DbOrTrx, filter: AlertFilter): Promise<AlertRow | undefined> {
  return rowsOf(matching(db, filter)).executeTakeFirst();
}

/** Reads those of some alerts that are in scope. */
export async function findAlertsById(
  db: DbOrTrx,
  scope: AlertScope,
  ids: readonly string[],
): Promise<AlertRow[]> {
  return rowsOf(matching(db, { scope }))
    .where('alert.id', 'in', [...ids])
    .execute();
}

/** Counts alerts without tests, by severity and whether they are active. */
export async function countAlerts(db: DbOrTrx, scope: AlertScope, since: Date) {
  return matching(db, { scope, since })
    .where('alert.is_test', '=', false)
    .select(['alert.severity', 'alert.status'])
    .select((select) => select.fn.countAll<string>().as('count'))
    .groupBy(['alert.severity', 'alert.status'])
    .execute();
}

/**
 * Counts alerts without tests by the interval in which they were raised.
 * @param interval its length, and the shift of its beginning against UTC
 * @returns by the number of the interval since 1970
 */
export async function countRaisedByInterval(
  db: DbOrTrx,
  scope: AlertScope,
  since: Date,
  interval: { readonly seconds: number; readonly shiftSeconds: number },
): Promise<ReadonlyMap<number, number>> {
  const { seconds, shiftSeconds } = interval;
  const number = sql<number>`floor((extract(epoch FROM alert.created_at) + ${shiftSeconds}::int)
    / ${seconds}::int)::int`;
  const rows = await matching(db, { scope })
    .where('alert.is_test', '=', false)
    .where('alert.created_at', '>=', since)
    .select(number.as('interval'))
    .select((select) => select.fn.countAll<string>().as('count'))
    .groupBy('interval')
    .execute();
  return new Map(rows.map((row) => [row.interval, Number(row.count)]));
}

function rowsOf(found: ReturnType<typeof matching>) {
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

function matching(db: DbOrTrx, filter: AlertFilter) {
  const { scope, id, user, rule, address, search, severity, category, status, since } = filter;
  const { isTest, searchesNumbers } = filter;
  let query = db.selectFrom('alerts as alert');
  if (scope) {
    query = query.where((where) => {
      const ofUsers = where('alert.user_id', 'in', scope.visible);
      return scope.seesSystem ? where.or([ofUsers, where('alert.user_id', 'is', null)]) : ofUsers;
    });
  }
  if (id) query = query.where('alert.id', '=', id);
  if (user) query = query.where('alert.user_id', '=', user);
  if (rule) query = query.where('alert.rule_id', '=', rule);
  if (address) query = query.where('alert.address', '=', address);
  if (severity) query = query.where('alert.severity', 'in', severity);
  if (category) query = query.where('alert.category', 'in', category);
  if (status) query = query.where('alert.status', 'in', status);
  if (since) query = query.where('alert.last_seen_at', '>=', since);
  if (isTest !== undefined) query = query.where('alert.is_test', '=', isTest);
  if (search) {
    const pattern = containing(search);
    query = query.where((where) =>
      where.or([
        where('alert.title', 'ilike', pattern),
        where('alert.message', 'ilike', pattern),
        where('alert.address', 'ilike', pattern),
        where('alert.user_id', 'in', (select) =>
          select
            .selectFrom('users')
            .select('users.id')
            .where((user) => {
              const byName = user('users.name', 'ilike', pattern);
              const byNumber = user('users.contact_number', 'like', pattern);
              return searchesNumbers ? user.or([byName, byNumber]) : byName;
            }),
        ),
      ]),
    );
  }
  return query;
}
