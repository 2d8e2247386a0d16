import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { isNotOwnCall } from '../../../platform/network/own-calls.ts';
import { isNotAboutThrowaway } from '../../../platform/throwaway/throwaway-id.ts';
import type { UserIds } from '../../users/index.ts';
import type { Fact } from './fact.rules.ts';

/** Finds recorded events of some names behind a place, oldest first. */
export async function findEventsByName(
  db: DbOrTrx,
  {
    names,
    after,
    to,
    atMost,
  }: {
    readonly names: readonly string[];
    readonly after: { readonly at: Date; readonly id: string };
    readonly to: Date;
    readonly atMost: number;
  },
): Promise<(Fact & { readonly happenedAt: Date })[]> {
  const { rows } = await sql<
    Omit<Fact, 'transactionId'> & { readonly happenedAt: Date; readonly transactionId: string }
  >`
    SELECT transaction_id AS "transactionId", id, name, happened_at AS "happenedAt",
      (extract(epoch FROM happened_at) * 1000)::float8 AS "atMs", user_id AS "userId",
      session_id AS "sessionId", device_id AS "deviceId", address, country, data
    FROM events
    WHERE name = ANY(${[...names]}::text[]) AND happened_at <= ${to}::timestamptz
      AND happened_at >= ${after.at}::timestamptz
      AND (happened_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
      AND ${isNotAboutThrowaway(sql`user_id`)} AND ${isNotOwnCall(sql`address`)}
    ORDER BY happened_at, id LIMIT ${atMost}`.execute(db);
  return rows.map((row) => ({ ...row, transactionId: Number(row.transactionId) }));
}

/** Finds the names of users by their ids. */
export async function findUserNames(
  db: DbOrTrx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Finds which of some users are among the visible ones. */
export async function findVisibleAmong(
  visible: UserIds,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await visible.where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`).execute();
  return new Set(rows.map(({ id }) => id));
}
