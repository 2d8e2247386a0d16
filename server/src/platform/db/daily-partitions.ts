import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { RetentionJob } from '../retention/retention-job.ts';
import type { Db } from './database.ts';
import { deleteSome, type TableColumn } from './delete-some.ts';

const dayMs = 86_400_000;
const daysAhead = 7;
/** Partitions are created a week ahead, so a missed run costs nothing. */
const everyMs = 6 * 3_600_000;
/**
 * Dropping needs the whole table for a moment: this is how long writers may have to wait for it.
 */
const lockTimeout = '2s';

/** A table with a partition for each day (UTC). */
export interface DailyTable {
  readonly name: string;
  /** Its default partition, for rows of days without their own, and the column that has the day. */
  readonly strays: TableColumn;
}

/** Returns the name and bounds of the partition that holds `day` (UTC). */
export function findPartition(
  { name: table }: Pick<DailyTable, 'name'>,
  day: Date,
): { name: string; from: string; to: string } {
  const start = new Date(Math.floor(day.getTime() / dayMs) * dayMs);
  const from = start.toISOString().slice(0, 10);
  const to = new Date(start.getTime() + dayMs).toISOString().slice(0, 10);
  return { name: `${table}_${from.replaceAll('-', '')}`, from, to };
}

/** Returns the day whose rows a partition holds; null for a table that is not a day's partition. */
export function parsePartitionDay(table: Pick<DailyTable, 'name'>, name: string): Date | null {
  const [of, digits = ''] = name.split(/_(?=\d{8}$)/);
  if (of !== table.name) return null;
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? [];
  const day = new Date(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || findPartition(table, day).name !== name ? null : day;
}

/** Tells whether the whole day of a partition lies before a moment. */
export function isPast(table: Pick<DailyTable, 'name'>, partition: string, before: Date): boolean {
  const day = parsePartitionDay(table, partition);
  return day !== null && day.getTime() + dayMs <= before.getTime();
}

/**
 * Makes the day partitions of the coming week. Today's rows may already lie in the default
 * partition (a server that was off for long); then that day stays there, which is only slower.
 */
export async function ensurePartitions(db: Db, table: DailyTable, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const { name, from, to } = findPartition(table, new Date(now.getTime() + ahead * dayMs));
    await sql`
      DO $$ BEGIN
        CREATE TABLE IF NOT EXISTS ${sql.raw(name)} PARTITION OF ${sql.raw(table.name)}
          FOR VALUES FROM (${sql.lit(`${from}T00:00:00Z`)}) TO (${sql.lit(`${to}T00:00:00Z`)});
      EXCEPTION WHEN check_violation OR duplicate_table OR unique_violation OR invalid_object_definition THEN NULL;
      END $$`.execute(db);
  }
}

/**
 * Creates the partitions that these tables need, now and while the process runs.
 * @returns a function that stops it
 */
export async function keepPartitions(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  tables: readonly DailyTable[],
): Promise<() => void> {
  const ensureAll = async () => {
    for (const table of tables) await ensurePartitions(db, table, clock.now());
  };
  await ensureAll();
  const timer = setInterval(() => {
    ensureAll().catch((error: unknown) => {
      log.warn({ err: error }, 'partitions could not be made');
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Lists the jobs that drop partitions of days that ended before `before()`, and rows without a
 * partition of their day.
 */
export function listPartitionJobs(db: Db, table: DailyTable, before: () => Date): RetentionJob[] {
  return [
    {
      name: `${table.name} days`,
      async removeSome(atMost) {
        const names = await partitions(db, table);
        const chosen = names.filter((name) => isPast(table, name, before())).slice(0, atMost);
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
      name: `stray ${table.name}`,
      removeSome: (atMost) => deleteSome(db, table.strays, before(), atMost),
    },
  ];
}

async function partitions(db: Db, table: DailyTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT child.relname AS name FROM pg_inherits
    JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent = ${table.name}::regclass ORDER BY name`.execute(db);
  return rows.map((row) => row.name);
}
