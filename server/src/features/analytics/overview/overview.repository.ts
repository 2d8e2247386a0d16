import type { AnalyticsRange, EventSeverity } from '@prahari/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { PlaceBound, UserIds } from '../../users/index.ts';
import type { Grain } from '../report-steps.rules.ts';
import { isWithinScope, placeColumns } from '../rollups/read-rollups.repository.ts';
import { notCounted } from '../rollups/roll-up.repository.ts';

/** Says which users a scope covers. */
function isUserWithin(places: PlaceBound | null): RawBuilder<SqlBool> {
  if (places === null) return sql<SqlBool>`true`;
  const column = sql.ref(`users.${placeColumns[places.field]}`);
  return sql<SqlBool>`${column} = ANY (${[...places.values]}::text[])`;
}

/** Counts the accounts of a scope. */
export async function countUsers(db: Db, places: PlaceBound | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users
    WHERE deleted_at IS NULL AND ${isUserWithin(places)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface ActiveUsers {
  readonly total: number;
  /** Most first. */
  readonly districts: readonly { readonly label: string; readonly value: number }[];
}

/** Counts the users who were active since a moment: in all, and in the districts with most of them. */
export async function countActiveUsers(
  db: Db,
  { places, since, atMost }: { places: PlaceBound | null; since: Date; atMost: number },
): Promise<ActiveUsers> {
  const { rows } = await sql<{ label: string; value: number; total: number }>`
    SELECT coalesce(users.district, '') AS label, count(*)::int AS value,
      (sum(count(*)) OVER ())::int AS total
    FROM user_activity JOIN users ON users.id = user_activity.user_id
    WHERE last_at > ${since} AND users.deleted_at IS NULL AND ${isUserWithin(places)}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${atMost}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    districts: rows.map(({ label, value }) => ({ label, value })),
  };
}

/** A snapshot is missing when no worker ran at that hour; then the one before is as good. */
const reachHours = 3;

/**
 * Finds how many users there were at an earlier moment, and how many had been active within the
 * range before it; null where it was not noted.
 */
export async function findPastUsers(
  db: Db,
  { places, range, at }: { places: PlaceBound | null; range: AnalyticsRange; at: Date },
): Promise<{ readonly total: number; readonly active: number } | null> {
  const { rows } = await sql<{ total: number; active: number }>`
    WITH latest AS (
      SELECT max(taken_at) AS taken_at FROM activity_snapshots
      WHERE range = 'all' AND taken_at <= ${at}::timestamptz
        AND taken_at > ${at}::timestamptz - ${reachHours} * interval '1 hour'),
    known AS (
      SELECT range, users FROM activity_snapshots JOIN latest USING (taken_at)
      WHERE range = ANY (${['all', range]}::text[]) AND ${isWithinScope(places)})
    SELECT coalesce(sum(users) FILTER (WHERE range = 'all'), 0)::int AS total,
      coalesce(sum(users) FILTER (WHERE range <> 'all'), 0)::int AS active
    FROM latest LEFT JOIN known ON true
    HAVING count(latest.taken_at) > 0`.execute(db);
  return rows[0] ?? null;
}

interface Where {
  readonly grain: Grain;
  readonly from: Date;
  readonly places: PlaceBound | null;
}

/** Adds up sessions that ended between two moments. */
export async function sumSessions(
  db: Db,
  { grain, from, to, places }: Where & { readonly to: Date },
): Promise<{ readonly sessions: number; readonly seconds: number }> {
  const { rows } = await sql<{ sessions: number; seconds: number }>`
    SELECT coalesce(sum(sessions), 0)::float8 AS sessions, coalesce(sum(seconds), 0) AS seconds
    FROM session_rollups
    WHERE grain = ${grain} AND bucket >= ${from} AND bucket < ${to}
      AND ${isWithinScope(places)}`.execute(db);
  return rows[0] ?? { sessions: 0, seconds: 0 };
}

export interface RecentEventRow {
  readonly id: string;
  readonly name: string;
  readonly severity: EventSeverity;
  readonly happened_at: Date;
}

/** So many of the latest events are looked at for those in scope, and within so many days. */
const looksAt = 10_000;
const reachDays = 7;

/** Lists the latest events about users in scope; those about no user belong to a scope without bounds. */
export async function listRecentEvents(
  db: Db,
  {
    visible,
    isUnbound,
    now,
    limit,
  }: { visible: UserIds | null; isUnbound: boolean; now: Date; limit: number },
): Promise<RecentEventRow[]> {
  const isAboutVisible = visible === null ? sql`true` : sql`user_id IN (${visible})`;
  const isAboutNoUser = isUnbound ? sql`user_id IS NULL` : sql`false`;
  const since = new Date(now.getTime() - reachDays * 86_400_000);
  const { rows } = await sql<RecentEventRow>`
    SELECT id, name, severity, happened_at FROM (
      SELECT id, name, severity, happened_at, user_id FROM events
      WHERE happened_at > ${since} ORDER BY happened_at DESC, id DESC LIMIT ${looksAt}
    ) AS latest
    WHERE name <> ALL (${notCounted}::text[]) AND (${isAboutVisible} OR ${isAboutNoUser})
    ORDER BY happened_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
