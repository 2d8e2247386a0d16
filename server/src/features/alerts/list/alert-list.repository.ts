import type { AlertCategory, AlertSeverity, AlertStatus } from '@prahari/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
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
import { nameSource, normalizeAddress } from '../../../platform/network/name-source.ts';
import type { UserIds } from '../../users/index.ts';

/** Trigrams, by which the index of users finds a part of a name, need three letters. */
const shortestIndexed = 3;

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
  const found = matching(db, filter);
  const listed = buildOrderSql(toListOrder(order));
  const page = takePage(found, listed, window);
  if (filter.search !== undefined) {
    return findSearched(db, filter, { page, isFirst: window.offset === 0 });
  }
  return { items: await readPage(db, page, listed), total: await countRows(db, found) };
}

/** Reads whole rows of one page alone, not of all that match. */
function readPage(
  db: DbOrTrx,
  page: ReturnType<typeof takePage>,
  listed: RawBuilder<unknown>,
): Promise<AlertRow[]> {
  return rowsOf(matching(db, { scope: null }))
    .where('alert.id', 'in', page)
    .orderBy(listed)
    .execute();
}

function takePage(
  found: ReturnType<typeof matching>,
  listed: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return found.select('alert.id').orderBy(listed).limit(limit).offset(offset);
}

/** A search looks at every alert: once, for page and count together. */
async function findSearched(
  db: DbOrTrx,
  filter: AlertFilter,
  { page, isFirst }: { readonly page: ReturnType<typeof takePage>; readonly isFirst: boolean },
): Promise<{ items: AlertRow[]; total: number }> {
  const hits = await page.select(sql<string>`count(*) OVER ()`.as('total')).execute();
  const [first] = hits;
  if (!first) {
    // A page behind the last one holds no count.
    return { items: [], total: isFirst ? 0 : await countRows(db, matching(db, filter)) };
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
  return readPage(db, takePage(matching(db, filter), listed, { limit, offset: 0 }), listed);
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
 * @param interval its length, and the beginning of any of them
 * @returns by the beginning of the interval, in milliseconds since 1970
 */
export async function countRaisedByInterval(
  db: DbOrTrx,
  scope: AlertScope,
  since: Date,
  interval: { readonly seconds: number; readonly start: Date },
): Promise<ReadonlyMap<number, number>> {
  // Whole numbers in the database: `extract` makes decimal ones, which take ten times as long.
  const start = sql<Date>`date_bin(make_interval(secs => ${interval.seconds}::int),
    alert.created_at, ${interval.start}::timestamptz)`;
  const rows = await matching(db, { scope })
    .where('alert.is_test', '=', false)
    .where('alert.created_at', '>=', since)
    .select(start.as('start'))
    .select((select) => select.fn.countAll<string>().as('count'))
    .groupBy('start')
    .execute();
  return new Map(rows.map((row) => [row.start.getTime(), Number(row.count)]));
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
  if (address) {
    query = query.where((where) =>
      where.or([
        where('alert.address', '=', normalizeAddress(address)),
        // About the /64 of that address.
        where.and([
          where('alert.subject_kind', '=', 'address'),
          where('alert.subject_key', '=', nameSource(address)),
        ]),
      ]),
    );
  }
  if (severity) query = query.where('alert.severity', 'in', severity);
  if (category) query = query.where('alert.category', 'in', category);
  if (status) query = query.where('alert.status', 'in', status);
  if (since) query = query.where('alert.last_seen_at', '>=', since);
  if (isTest !== undefined) query = query.where('alert.is_test', '=', isTest);
  if (search) {
    const pattern = containing(search);
    query = query.where((where) =>
      where.or([
        // One comparison takes half as long as three.
        sql<SqlBool>`alert.title || E'\\n' || alert.message || E'\\n' || coalesce(alert.address, '')
          ILIKE ${pattern}`,
        where('alert.user_id', 'in', usersNamed(db, search, searchesNumbers === true)),
      ]),
    );
  }
  return query;
}

/** Selects users by a part of their name, or number: deleted ones too, each by its index. */
function usersNamed(db: DbOrTrx, search: string, searchesNumbers: boolean) {
  const pattern = containing(search);
  const named = db
    .selectFrom('users')
    .select('users.id')
    .where((user) => {
      const byName = user('users.name', 'ilike', pattern);
      const byNumber = user('users.contact_number', 'like', pattern);
      return searchesNumbers ? user.or([byName, byNumber]) : byName;
    });
  const isIndexed = [...search].length >= shortestIndexed;
  const hasTrigrams = sql<SqlBool>`trigrams_of(lower(users.name) || E'\\n' || users.contact_number)
    @> trigrams_of(lower(${search}))`;
  return named
    .where('users.deleted_at', 'is', null)
    .where(isIndexed ? hasTrigrams : sql<SqlBool>`true`)
    .unionAll(named.where('users.deleted_at', 'is not', null));
}
