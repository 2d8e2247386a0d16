import {
  type AlertSeverity,
  type AlertStatus,
  alertSeverities,
  alertStatuses,
} from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { type AlertScope, selectAlerts } from './alert-filter.repository.ts';

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
  asked: { readonly since: Date; readonly isLately: boolean; readonly intervals: Intervals },
): Promise<AlertCounts> {
  if (scope) return countInScope(db, scope, asked);
  const raised = await countRaisedOfAll(db, asked.intervals);
  return { standing: await countStandingOfAll(db, asked.since), raised: byStart(raised) };
}

const byStart = (rows: readonly { readonly start: Date; readonly count: string }[]) =>
  new Map(rows.map(({ start, count }) => [start.getTime(), Number(count)]));

/** Reads the alerts of a scope once. */
async function countInScope(
  db: DbOrTrx,
  scope: AlertScope,
  { since, isLately, intervals: { starts, seconds } }: Parameters<typeof countAlerts>[2],
): Promise<AlertCounts> {
  const first = starts[0] ?? since;
  const oldest = first < since ? first : since;
  const mine = selectAlerts(db, { scope, since: oldest, isLately, isTest: false }).select([
    'alert.severity',
    'alert.status',
    'alert.created_at',
    'alert.last_seen_at',
  ]);
  // Whole numbers in the database: `extract` makes decimal ones, which take ten times as long.
  const { rows } = await sql<{
    severity: AlertSeverity | null;
    status: AlertStatus | null;
    start: Date | null;
    count: string;
  }>`
    WITH mine AS MATERIALIZED (${mine})
    SELECT severity, status, NULL::timestamptz AS start, count(*) FROM mine
    WHERE last_seen_at >= ${since} GROUP BY severity, status
    UNION ALL
    SELECT NULL, NULL, date_bin(make_interval(secs => ${seconds}::int), created_at,
      ${first}::timestamptz) AS start, count(*)
    FROM mine WHERE created_at >= ${first} GROUP BY 3`.execute(db);
  return {
    standing: rows.flatMap(({ severity, status, count }) =>
      severity === null || status === null ? [] : [{ severity, status, count }],
    ),
    raised: byStart(rows.flatMap(({ start, count }) => (start ? [{ start, count }] : []))),
  };
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

/** Counts alerts that are not taken up, without tests, by severity. */
export async function countOpenAlerts(
  db: DbOrTrx,
  scope: AlertScope,
): Promise<ReadonlyMap<AlertSeverity, number>> {
  const rows = await selectAlerts(db, { scope, status: ['active'], isTest: false })
    .select('alert.severity')
    .select((select) => select.fn.countAll<string>().as('count'))
    .groupBy('alert.severity')
    .execute();
  return new Map(rows.map(({ severity, count }) => [severity, Number(count)]));
}
