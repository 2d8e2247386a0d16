import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { deleteSome } from '../db/delete-some.ts';
import type { RetentionJob } from '../retention/retention-job.ts';
import { dayOfPartition, type PartitionedTable } from './partitions.ts';

const dayMs = 86_400_000;
/**
 * Dropping needs the whole table for a moment: this is how long writers may have to wait for it.
 */
const lockTimeout = '2s';

/**
 * Lists the jobs that drop partitions of days that ended before `before()`, and rows without a
 * partition of their day.
 */
export function listEventRetentionJobs(db: Db, before: () => Date): RetentionJob[] {
  return [...listTableJobs(db, 'events', before), ...listTableJobs(db, 'playback_events', before)];
}

function listTableJobs(db: Db, table: PartitionedTable, before: () => Date): RetentionJob[] {
  return [
    {
      name: `${table} days`,
      async removeSome(atMost) {
        const past = (await partitions(db, table)).filter((name) => isPast(name, before(), table));
        const chosen = past.slice(0, atMost);
        for (const name of chosen) {
          await db.transaction().execute(async (trx) => {
            await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx);
            await sql`DROP TABLE IF EXISTS ${sql.table(name)}`.execute(trx);
          });
        }
        return chosen.length;
      },
    },
    {
      name: `stray ${table}`,
      removeSome: (atMost) => removeStrays(db, table, before(), atMost),
    },
  ];
}

function removeStrays(db: Db, table: PartitionedTable, before: Date, atMost: number) {
  return table === 'events'
    ? deleteSome(db, { table: 'events_default', column: 'happened_at' }, before, atMost)
    : deleteSome(db, { table: 'playback_events_default', column: 'opened_at' }, before, atMost);
}

/** Tells whether the whole day of a partition lies before a moment. */
export function isPast(
  partition: string,
  before: Date,
  table: PartitionedTable = 'events',
): boolean {
  const day = dayOfPartition(partition, table);
  return day !== null && day.getTime() + dayMs <= before.getTime();
}

async function partitions(db: Db, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT child.relname AS name FROM pg_inherits
    JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent = ${table}::regclass ORDER BY name`.execute(db);
  return rows.map((row) => row.name);
}
