import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

/** Writes a row: reading alone proves little, since a standby and a full disk answer, too. */
export async function writeHealthProbe(db: DbOrTrx, now: Date): Promise<void> {
  await sql`UPDATE write_probe SET written_at = ${now}`.execute(db);
}

/**
 * Finds the seconds since any process last opened or supervised the job queue; null when none ever
 * did.
 */
export async function findQueueSilenceSeconds(db: DbOrTrx): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM now() - max(greatest(monitor_claim_on, monitor_on, maintain_on, updated_on)))::float8
      AS seconds
    FROM pgboss.queue`.execute(db);
  return rows[0]?.seconds ?? null;
}

/** Reads the clock of the database, in milliseconds since 1970. */
export async function readDatabaseClock(db: DbOrTrx): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}

/** Finds for each reader of events how long no process has read in its place. */
export async function findReaderDelays(
  db: DbOrTrx,
): Promise<{ readonly name: string; readonly delaySeconds: number }[]> {
  const { rows } = await sql<{ name: string; delaySeconds: number }>`
    SELECT name, greatest(0, extract(epoch FROM
      clock_timestamp() - coalesce(leased_until, saved_at)))::float8 AS "delaySeconds"
    FROM event_readers ORDER BY name`.execute(db);
  return rows;
}
