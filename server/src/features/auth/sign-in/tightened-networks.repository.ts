import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Trx } from '../../../platform/db/database.ts';

export const tightenedNetworksChannel = 'tightened_networks';

export interface TightenedNetwork {
  readonly network: string;
  readonly endsAt: Date;
}

/** More than rules tighten in a day; the latest count. */
const most = 1000;

/** Reads the networks whose attempts are fewer at present. */
export function findTightenedNetworks(db: Db, now: Date): Promise<TightenedNetwork[]> {
  return db
    .selectFrom('tightened_networks')
    .select(['network', 'ends_at as endsAt'])
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .limit(most)
    .execute();
}

/** Inserts a tightened network, and notifies every process when the transaction commits. */
export async function insertTightenedNetwork(
  trx: Trx,
  network: string,
  time: { readonly from: Date; readonly until: Date },
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('tightened_networks')
    .values({ id, network, started_at: time.from, ends_at: time.until })
    .execute();
  await publish(trx);
  return id;
}

/** Lifts it before its end. @returns whether it was in force */
export async function liftTightenedNetwork(trx: Trx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tightened_networks')
    .set({ lifted_at: at })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  await publish(trx);
  return numUpdatedRows > 0n;
}

async function publish(trx: Trx): Promise<void> {
  await sql`SELECT pg_notify(${sql.lit(tightenedNetworksChannel)}, '')`.execute(trx);
}
