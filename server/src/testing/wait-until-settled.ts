import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { DbOrTrx } from '../platform/db/database.ts';

/**
 * Waits until readers of events take all that was recorded so far. Transactions of other tests in
 * the same database server hold them up.
 */
export async function waitUntilSettled(db: DbOrTrx): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(db);
  const isSettled = async () => {
    const found = await sql<{ settled: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > ${rows[0]?.id}::bigint
        AS settled`.execute(db);
    return found.rows[0]?.settled;
  };
  await vi.waitFor(async () => expect(await isSettled()).toBe(true), { timeout: 60_000 });
}
