import { type AnalyticsRange, type EventSeverity, recentEventsReach } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isNotOwnCall } from '../../../platform/network/own-calls.ts';
import { isNotAboutThrowaway } from '../../../platform/throwaway/throwaway-id.ts';
import type { PlaceBound, UserIds } from '../../users/index.ts';
import type { Grain } from '../report-steps.rules.ts';
import { isPlaceWithin, isWithinScope } from '../rollups/read-rollups.repository.ts';
import { notCounted } from '../rollups/roll-up.repository.ts';

export interface UserCounts {
  /** Null before the first time. */
  readonly countedAt: Date | null;
  readonly total: number;
  readonly active: number;
  /** Active users by district, most first. */
  readonly districts: readonly { readonly label: string; readonly value: number }[];
}

/** Reads how many users there are and were active within a range, as they were counted last. */
export async function readUserCounts(
  db: Db,
  { places, range, atMost }: { places: PlaceBound | null; range: AnalyticsRange; atMost: number },
): Promise<UserCounts> {
  const { rows } = await sql<Omit<UserCounts, 'districts'>>`
    SELECT max(counted_at) AS "countedAt",
      coalesce(sum(users) FILTER (WHERE range = 'all' AND ${isWithinScope(places)}), 0)::int AS total,
      coalesce(sum(users) FILTER (WHERE range <> 'all' AND ${isWithinScope(places)}), 0)::int
        AS active
    FROM user_counts WHERE range = ANY (${['all', range]}::text[])`.execute(db);
  const districts = await sql<{ label: string; value: number }>`
    SELECT district AS label, sum(users)::int AS value FROM user_counts
    WHERE range = ${range} AND ${isPlaceWithin(places)}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${atMost}`.execute(db);
  const found = rows[0] ?? { countedAt: null, total: 0, active: 0 };
  return { ...found, districts: districts.rows };
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
  // One by one, until there are enough: scopes may have as many users as the installation.
  const isAboutVisible =
    visible === null
      ? sql`true`
      : sql`EXISTS (${visible.where(sql<boolean>`users.id = latest.user_id`)})`;
  const isAboutNoUser = isUnbound ? sql`user_id IS NULL` : sql`false`;
  const since = new Date(now.getTime() - recentEventsReach.days * 86_400_000);
  const { rows } = await sql<RecentEventRow>`
    SELECT id, name, severity, happened_at FROM (
      SELECT id, name, severity, happened_at, user_id FROM events
      WHERE happened_at > ${since} AND ${isNotAboutThrowaway(sql`user_id`)}
        AND ${isNotOwnCall(sql`address`)}
      ORDER BY happened_at DESC, id DESC LIMIT ${recentEventsReach.events}
    ) AS latest
    WHERE name <> ALL (${notCounted}::text[]) AND (${isAboutVisible} OR ${isAboutNoUser})
    ORDER BY happened_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
