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

/**
 * Counts alerts without tests, by severity and status. Those of all users along the index that is
 * in this order, one piece after the other: to group 100,000 takes twice as long (`alert-lists`).
 */
export async function countAlerts(
  db: DbOrTrx,
  scope: AlertScope,
  since: Date,
): Promise<readonly AlertCount[]> {
  if (scope) {
    return selectAlerts(db, { scope, since, isTest: false })
      .select(['alert.severity', 'alert.status'])
      .select((select) => select.fn.countAll<string>().as('count'))
      .groupBy(['alert.severity', 'alert.status'])
      .execute();
  }
  const { rows } = await sql<AlertCount>`
    SELECT severity, status, (SELECT count(*) FROM alerts AS alert
      WHERE alert.status = kind.status AND alert.severity = kind.severity
        AND alert.last_seen_at >= ${since} AND NOT alert.is_test) AS count
    FROM (SELECT * FROM unnest(${[...alertStatuses]}::text[]) AS status
      CROSS JOIN unnest(${[...alertSeverities]}::text[]) AS severity) AS kind`.execute(db);
  return rows;
}

/** Counts alerts that nobody has taken up, without tests, by severity. */
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

/**
 * Counts alerts without tests by the interval in which they were raised.
 * @param starts when each begins, the oldest first
 * @returns by the beginning of the interval, in milliseconds since 1970
 */
export async function countRaisedByInterval(
  db: DbOrTrx,
  scope: AlertScope,
  { starts, seconds }: { readonly starts: readonly Date[]; readonly seconds: number },
): Promise<ReadonlyMap<number, number>> {
  const raised = scope
    ? await countRaisedInScope(db, scope, starts[0] ?? new Date(0), seconds)
    : await countRaisedOfAll(db, starts, seconds);
  return new Map(raised.map(({ start, count }) => [start.getTime(), Number(count)]));
}

function countRaisedInScope(db: DbOrTrx, scope: AlertScope, first: Date, seconds: number) {
  // Whole numbers in the database: `extract` makes decimal ones, which take ten times as long.
  const start = sql<Date>`date_bin(make_interval(secs => ${seconds}::int),
    alert.created_at, ${first}::timestamptz)`;
  return selectAlerts(db, { scope, isTest: false })
    .where('alert.created_at', '>=', first)
    .select(start.as('start'))
    .select((select) => select.fn.countAll<string>().as('count'))
    .groupBy('start')
    .execute();
}

/** Each interval is a piece of an index. */
async function countRaisedOfAll(db: DbOrTrx, starts: readonly Date[], seconds: number) {
  const { rows } = await sql<{ start: Date; count: string }>`
    SELECT start, (SELECT count(*) FROM alerts WHERE NOT is_test AND created_at >= start
      AND created_at < start + make_interval(secs => ${seconds}::int)) AS count
    FROM unnest(${starts.map((start) => start.toISOString())}::timestamptz[]) AS start`.execute(db);
  return rows;
}
