import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';

export function createSystemRepository() {
  return {
    async ping(db: DbOrTrx): Promise<void> {
      await sql`SELECT 1`.execute(db);
    },

    /** Seconds since any process last opened or supervised the job queue; null when none ever did. */
    async queueSilenceSeconds(db: DbOrTrx): Promise<number | null> {
      const { rows } = await sql<{ seconds: number | null }>`
        SELECT extract(epoch FROM now() - max(greatest(monitor_claim_on, monitor_on, maintain_on, updated_on)))::float8
          AS seconds
        FROM pgboss.queue`.execute(db);
      return rows[0]?.seconds ?? null;
    },
  };
}

export type SystemRepository = ReturnType<typeof createSystemRepository>;
