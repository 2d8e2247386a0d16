import type { IncidentSeverity, IncidentType } from '@prahari/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { type IncidentFilter, selectMatchingIncidents } from './incidents.repository.ts';

/** Incidents that follow each other within this time belong together. */
const togetherMinutes = 10;
/** So many of the newest incidents are grouped at most. */
const mostGrouped = 20_000;

export interface IncidentGroupRow {
  readonly id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly video_id: string | null;
  readonly video_title: string | null;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly incidents: number;
  readonly violations: number;
  readonly severity: IncidentSeverity;
  readonly types: readonly {
    readonly type: IncidentType;
    readonly count: number;
    readonly severity: IncidentSeverity;
  }[];
  readonly termination_id: string | null;
  readonly terminated_at: Date | null;
  readonly lifted_at: Date | null;
}

const severities = sql`ARRAY['low', 'medium', 'high', 'critical']`;

/**
 * Lists one page of the groups with the count of all, in one statement: the one with the latest
 * incident first.
 */
export async function listIncidentGroupPage(
  db: Db,
  filter: IncidentFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ items: IncidentGroupRow[]; total: number; isCut: boolean }> {
  const newest = selectMatchingIncidents(db, filter)
    .selectAll('incident')
    .orderBy('received_at', 'desc')
    .orderBy('incident.id', 'desc')
    .limit(mostGrouped + 1);
  const { rows } = await sql<IncidentGroupRow & { total: number; read: number }>`
    WITH newest AS (${newest}),
    apart AS (
      SELECT *, received_at - lag(received_at) OVER following
        > make_interval(mins => ${togetherMinutes}) AS begins
      FROM newest
      WINDOW following AS (PARTITION BY user_id, video_id ORDER BY received_at, id)),
    numbered AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER following AS run FROM apart
      WINDOW following AS (PARTITION BY user_id, video_id ORDER BY received_at, id)),
    by_type AS (
      SELECT user_id, video_id, run, type, count(*)::int AS incidents,
        (count(*) FILTER (WHERE is_violation))::int AS violations,
        max(array_position(${severities}, severity)) AS rank,
        min(received_at) AS first_at, max(received_at) AS last_at,
        (array_agg(id ORDER BY received_at DESC, id DESC))[1] AS id
      FROM numbered GROUP BY user_id, video_id, run, type),
    groups AS (
      SELECT user_id, video_id, sum(incidents)::int AS incidents,
        sum(violations)::int AS violations, max(rank) AS rank,
        min(first_at) AS first_at, max(last_at) AS last_at,
        (array_agg(id ORDER BY last_at DESC, id DESC))[1] AS id,
        jsonb_agg(jsonb_build_object('type', type, 'count', incidents,
            'severity', (${severities})[rank])
          ORDER BY rank DESC, incidents DESC, type) AS types
      FROM by_type GROUP BY user_id, video_id, run),
    page AS (
      SELECT * FROM groups ORDER BY last_at DESC, id DESC
      LIMIT ${window.limit} OFFSET ${window.offset})
    SELECT page.id, page.user_id, users.name AS user_name, page.video_id,
      videos.title AS video_title, first_at, last_at, incidents, page.violations,
      (${severities})[rank] AS severity, types, ended.id AS termination_id,
      ended.terminated_at, ended.lifted_at, counted.total, counted.read
    FROM (SELECT (SELECT count(*)::int FROM groups) AS total,
        (SELECT count(*)::int FROM newest) AS read) AS counted
    LEFT JOIN page ON true
    LEFT JOIN users ON users.id = page.user_id
    LEFT JOIN videos ON videos.id = page.video_id
    LEFT JOIN LATERAL (
      SELECT id, terminated_at, lifted_at FROM video_terminations AS termination
      WHERE termination.user_id = page.user_id AND termination.video_id = page.video_id
        -- The call that reports the last violation also ends access.
        AND terminated_at BETWEEN first_at AND last_at + interval '1 minute'
      ORDER BY terminated_at DESC LIMIT 1) AS ended ON true
    ORDER BY page.last_at DESC, page.id DESC`.execute(db);
  const [counted] = rows;
  return {
    // Without a group there is one row, of counts alone.
    items: rows.filter(({ id }) => id !== null),
    total: counted?.total ?? 0,
    isCut: (counted?.read ?? 0) > mostGrouped,
  };
}

/** Counts the incidents that match apart from their severity, by severity. */
export async function countBySeverity(
  db: Db,
  filter: IncidentFilter,
): Promise<Record<IncidentSeverity, number>> {
  const rows = await selectMatchingIncidents(db, { ...filter, severity: undefined })
    .select(['severity', sql<number>`count(*)::int`.as('count')])
    .groupBy('severity')
    .execute();
  const countOf = (severity: IncidentSeverity) =>
    rows.find((row) => row.severity === severity)?.count ?? 0;
  return {
    low: countOf('low'),
    medium: countOf('medium'),
    high: countOf('high'),
    critical: countOf('critical'),
  };
}
