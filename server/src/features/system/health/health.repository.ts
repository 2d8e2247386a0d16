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
