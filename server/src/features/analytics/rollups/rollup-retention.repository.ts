import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { RetentionJob } from '../../../platform/retention/retention-job.ts';
import { subtractDays } from '../../../platform/retention/retention-job.ts';
import type { AnalyticsDeps } from '../analytics.deps.ts';

/** Reports of an hour need five minutes, those of a week hours; the ranges before them as well. */
const minutesKeptDays = 2;
const hoursKeptDays = 100;

const grainTables = ['event_rollups', 'playback_rollups', 'session_rollups'] as const;
const dayTables = [
  { table: 'retention_rollups', column: 'day', grain: 'day' },
  { table: 'learner_days', column: 'day', grain: 'day' },
  { table: 'learner_devices', column: 'day', grain: 'day' },
  // The longest range is compared with what was 90 days ago.
  { table: 'activity_snapshots', column: 'taken_at', grain: 'hour' },
] as const;

/** Lists the jobs that remove figures that no report shows any more. */
export function listRetentionJobs({
  db,
  clock,
  settings,
}: Pick<AnalyticsDeps, 'db' | 'clock' | 'settings'>): readonly RetentionJob[] {
  const daysOf = {
    minutes: minutesKeptDays,
    hour: hoursKeptDays,
    day: settings.analyticsRetentionDays,
    week: settings.analyticsRetentionDays,
  };
  const before = (days: number) => subtractDays(clock.now(), days);
  return [
    ...grainTables.flatMap((table) =>
      (['minutes', 'hour', 'day', 'week'] as const).map((grain) => ({
        name: `${table} by ${grain}`,
        removeSome: (atMost: number) =>
          deleteRollups(db, table, { grain, before: before(daysOf[grain]), atMost }),
      })),
    ),
    ...dayTables.map(({ table, column, grain }) => ({
      name: table,
      removeSome: (atMost: number) =>
        deletePast(db, { table, column, before: before(daysOf[grain]), atMost }),
    })),
  ];
}

async function deleteRollups(
  db: Db,
  table: (typeof grainTables)[number],
  past: { readonly grain: string; readonly before: Date; readonly atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE grain = ${past.grain} AND bucket < ${past.before}
      LIMIT ${past.atMost} FOR UPDATE SKIP LOCKED))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

async function deletePast(
  db: Db,
  past: {
    readonly table: (typeof dayTables)[number]['table'];
    readonly column: string;
    readonly before: Date;
    readonly atMost: number;
  },
): Promise<number> {
  const table = sql.table(past.table);
  const { numAffectedRows } = await sql`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${sql.ref(past.column)} < ${past.before}
      LIMIT ${past.atMost} FOR UPDATE SKIP LOCKED))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
