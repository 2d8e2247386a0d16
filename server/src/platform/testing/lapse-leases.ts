import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../db/database.ts';
import { claimLease, type Lease, type LeasedRow } from '../jobs/lease.ts';

/** Has the leases on the rows of a table run out: of workers that died, before the queue brings their jobs again. */
export async function lapseLeases(db: DbOrTrx, table: string): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET leased_until = clock_timestamp()
    WHERE leased_until IS NOT NULL`.execute(db);
}

/** Claims a row like another worker after its holder was stopped for too long. */
export async function takeOver(db: Db, row: LeasedRow): Promise<Lease> {
  const lease = await db.transaction().execute(async (trx) => {
    await lapseLeases(trx, row.table);
    return claimLease(trx, row);
  });
  if (!lease) throw new Error('nothing is left to do');
  return lease;
}
