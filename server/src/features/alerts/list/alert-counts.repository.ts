import {
  type AlertSeverity,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
} from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { type AlertFilter, type AlertScope, selectAlerts } from './alert-filter.repository.ts';
import { type AlertRow, findLatestAlerts, readInOrder } from './alert-list.repository.ts';

interface AlertCount {
  readonly severity: AlertSeverity;
  readonly status: AlertStatus;
  readonly count: string;
}

/** When each interval begins, the oldest first, and how long all are. */
interface Intervals {
  readonly starts: readonly Date[];
  readonly seconds: number;
}

interface CountedRange {
  readonly since: Date;
  /** Whether that is so short ago that few alerts were seen since. */
  readonly isLately: boolean;
  readonly intervals: Intervals;
}

/** Which of the alerts that are counted are listed beside, the newest first. */
interface Latest {
  readonly filter: Omit<AlertFilter, 'scope'>;
  readonly limit: number;
}

interface AlertCounts {
  /** Of those last seen since a moment, by severity and status. */
  readonly standing: readonly AlertCount[];
  /** By the beginning of the interval in which they were raised, in milliseconds since 1970. */
  readonly raised: ReadonlyMap<number, number>;
}

/** Counts alerts, tests left out. */
export async function countAlerts(
  db: DbOrTrx,
  scope: AlertScope,
  asked: CountedRange,
): Promise<AlertCounts> {
  if (scope) return countInScope(db, scope, asked);
  const raised = await countRaisedOfAll(db, asked.intervals);
  return { standing: await countStandingOfAll(db, asked.since), raised: byStart(raised) };
}

const byStart = (rows: readonly { readonly start: Date; readonly count: string }[]) =>
  new Map(rows.map(({ start, count }) => [start.getTime(), Number(count)]));

/** Reads the alerts of a scope once, for all that is counted of them. */
async function countInScope(
  db: DbOrTrx,
  scope: AlertScope,
  range: CountedRange,
): Promise<AlertCounts> {
  const { since, isLately, intervals } = range;
  const [first = since] = intervals.starts;
  const oldest = first < since ? first : since;
  const mine = selectAlerts(db, { scope, since: oldest, isLately }).select(countedColumns);
  const { rows } = await sql<CountRow>`
    WITH mine AS MATERIALIZED (${mine}) ${standingAndRaisedSql(range)}`.execute(db);
  return readCounts(rows);
}

interface CountRow {
  readonly severity: AlertSeverity | null;
  readonly status: AlertStatus | null;
  readonly start: Date | null;
  readonly count: string;
}

/** What the indexes by user and by time hold, so that no rows are read. */
const countedColumns = [
  'alert.id',
  'alert.user_id',
  'alert.severity',
  'alert.status',
  'alert.category',
  'alert.is_test',
  'alert.created_at',
  'alert.last_seen_at',
] as const;

/** Counts those of `mine`. */
function standingAndRaisedSql({ since, intervals: { starts, seconds } }: CountedRange) {
  const first = starts[0] ?? since;
  // Whole numbers in the database: `extract` makes decimal ones, which take ten times as long.
  return sql`
    SELECT severity, status, NULL::timestamptz AS start, count(*) FROM mine
    WHERE last_seen_at >= ${since} AND NOT is_test GROUP BY severity, status
    UNION ALL
    SELECT NULL, NULL, date_bin(make_interval(secs => ${seconds}::int), created_at,
      ${first}::timestamptz) AS start, count(*)
    FROM mine WHERE created_at >= ${first} AND NOT is_test GROUP BY 3`;
}

function readCounts(rows: readonly CountRow[]): AlertCounts {
  return {
    standing: rows.flatMap(({ severity, status, count }) =>
      severity === null || status === null ? [] : [{ severity, status, count }],
    ),
    raised: byStart(rows.flatMap(({ start, count }) => (start ? [{ start, count }] : []))),
  };
}

/** How often alerts opened, by their rule. */
export type Openings = ReadonlyMap<string, number>;

interface Overview extends AlertCounts {
  readonly latest: readonly AlertRow[];
  /** Null where they were not counted beside. */
  readonly openings: Openings | null;
}

/**
 * Counts the alerts of a range as `countAlerts` does, and finds the latest that match a filter of the
 * same scope and range. Alerts of few users are found once for all of it, since that takes most of
 * the time (`alert-lists`).
 * @param filter by nothing but what is counted by
 */
export async function readOverview(
  db: DbOrTrx,
  filter: AlertFilter,
  range: CountedRange,
  limit: number,
): Promise<Overview> {
  const { scope, ...wanted } = filter;
  if (!scope?.few) {
    const latest = await findLatestAlerts(db, filter, limit);
    return { ...(await countAlerts(db, scope, range)), latest, openings: null };
  }
  const opened = sql<number>`1 + alert.reopened + alert.recurred`.as('opened');
  const mine = selectAlerts(db, { scope }).select([...countedColumns, 'alert.rule_id', opened]);
  const { rows } = await sql<CountRow & { rule: string | null; ids: string[] | null }>`
    WITH mine AS MATERIALIZED (${mine})
    SELECT counted.*, NULL::uuid AS rule, NULL::uuid[] AS ids
    FROM (${standingAndRaisedSql(range)}) AS counted
    UNION ALL
    SELECT NULL, NULL, NULL, sum(opened), rule_id, NULL FROM mine WHERE NOT is_test GROUP BY rule_id
    UNION ALL
    SELECT NULL, NULL, NULL, 0, NULL, ${latestIdsSql(db, { filter: wanted, limit })}`.execute(db);
  const ids = rows.flatMap((row) => row.ids ?? []);
  const openings = new Map<string, number>();
  for (const { rule, count } of rows) if (rule !== null) openings.set(rule, Number(count));
  return { ...readCounts(rows), openings, latest: await readInOrder(db, scope, ids) };
}

/** Selects from `mine`. */
function latestIdsSql(db: DbOrTrx, { filter, limit }: Latest): RawBuilder<unknown> {
  const found = selectAlerts(db, { ...filter, scope: null }, sql`mine`)
    .select('alert.id')
    .orderBy('alert.last_seen_at', 'desc')
    .orderBy('alert.id', 'desc')
    .limit(limit);
  return sql`ARRAY(${found})`;
}

/**
 * Along the index that is in this order, one piece after the other: to group 100,000 takes twice as
 * long (`alert-lists`).
 */
async function countStandingOfAll(db: DbOrTrx, since: Date): Promise<readonly AlertCount[]> {
  const { rows } = await sql<AlertCount>`
    SELECT severity, status, (SELECT count(*) FROM alerts AS alert
      WHERE alert.status = kind.status AND alert.severity = kind.severity
        AND alert.last_seen_at >= ${since} AND NOT alert.is_test) AS count
    FROM (SELECT * FROM unnest(${[...alertStatuses]}::text[]) AS status
      CROSS JOIN unnest(${[...alertSeverities]}::text[]) AS severity) AS kind`.execute(db);
  return rows;
}

/** Each interval is a number of quarters of an hour, whose sums are kept. */
async function countRaisedOfAll(db: DbOrTrx, { starts, seconds }: Intervals) {
  const { rows } = await sql<{ start: Date; count: string }>`
    SELECT start, (SELECT coalesce(sum(count), 0) FROM alerts_raised WHERE quarter >= start
      AND quarter < start + make_interval(secs => ${seconds}::int)) AS count
    FROM unnest(${starts.map((start) => start.toISOString())}::timestamptz[]) AS start`.execute(db);
  return rows;
}

/**
 * Counts the open alerts of few users by severity, tests left out, and reads the latest of some
 * severities, one severity after the other.
 */
export async function countOpenWithLatest(
  db: DbOrTrx,
  scope: AlertScope,
  { severity, limit }: { readonly severity: readonly AlertSeverity[]; readonly limit: number },
) {
  const open = selectAlerts(db, { scope, status: ['active'], isTest: false });
  const latest = severity.map((one) => latestIdsSql(db, { filter: { severity: [one] }, limit }));
  const { rows } = await sql<{ severity: AlertSeverity | null; count: string; ids: string[] }>`
    WITH mine AS MATERIALIZED (${open.select(countedColumns)})
    SELECT severity, count(*), ARRAY[]::uuid[] AS ids FROM mine GROUP BY severity
    UNION ALL
    SELECT NULL, 0, ${sql.join(latest, sql` || `)}`.execute(db);
  const counts = new Map<AlertSeverity, number>();
  for (const { severity, count } of rows) if (severity) counts.set(severity, Number(count));
  const ids = rows.flatMap((row) => row.ids).slice(0, limit);
  return { counts, latest: await readInOrder(db, scope, ids) };
}
