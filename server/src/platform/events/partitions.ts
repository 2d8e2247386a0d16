import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const dayMs = 86_400_000;

/** Tables that have a partition for each day. */
export type PartitionedTable = 'events' | 'playback_events';
const daysAhead = 7;

/** Returns the name and bounds of the partition that holds `day` (UTC). */
export function partitionOf(
  day: Date,
  table: PartitionedTable = 'events',
): { name: string; from: string; to: string } {
  const start = new Date(Math.floor(day.getTime() / dayMs) * dayMs);
  const from = start.toISOString().slice(0, 10);
  const to = new Date(start.getTime() + dayMs).toISOString().slice(0, 10);
  return { name: `${table}_${from.replaceAll('-', '')}`, from, to };
}

/**
 * Makes the day partitions of the coming week. Today's facts may already lie in the default
 * partition (a server that was off for long); then that day stays there, which is only slower.
 */
export async function ensureEventPartitions(db: Db, now: Date): Promise<void> {
  await ensurePartitions(db, 'events', now);
  await ensurePartitions(db, 'playback_events', now);
}

async function ensurePartitions(db: Db, table: PartitionedTable, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const { name, from, to } = partitionOf(new Date(now.getTime() + ahead * dayMs), table);
    await sql`
      DO $$ BEGIN
        CREATE TABLE IF NOT EXISTS ${sql.raw(name)} PARTITION OF ${sql.raw(table)}
          FOR VALUES FROM (${sql.lit(`${from}T00:00:00Z`)}) TO (${sql.lit(`${to}T00:00:00Z`)});
      EXCEPTION WHEN check_violation OR duplicate_table OR unique_violation OR invalid_object_definition THEN NULL;
      END $$`.execute(db);
  }
}

/** Returns the day whose events a partition holds; null for a table that belongs to no day. */
export function dayOfPartition(name: string, table: PartitionedTable = 'events'): Date | null {
  const [of, digits = ''] = name.split(/_(?=\d{8}$)/);
  if (of !== table) return null;
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? [];
  const day = new Date(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || partitionOf(day, table).name !== name ? null : day;
}
