import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';

export const alertsChannel = 'alerts';

/** Tells every process that an alert was raised or changed, once the transaction commits. */
export async function publishAlert(
  trx: Trx,
  change: { readonly id: string; readonly kind: string },
): Promise<void> {
  await sql`SELECT pg_notify(${alertsChannel}, ${JSON.stringify(change)})`.execute(trx);
}
