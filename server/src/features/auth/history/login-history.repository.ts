import type { LoginEventKind, SessionEndCause } from '@prahari/contract';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { countOfDays, countRows } from '../../../platform/db/count-rows.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { UserIds } from '../../users/index.ts';
import type { LoginEventRow } from '../auth.tables.ts';
import type { ClientInfo } from '../client-info.adapter.ts';

export interface NewLoginEvent {
  readonly userId: string;
  readonly kind: Exclude<LoginEventKind, 'session-ended'>;
  /** What is known about the client; nothing where an administrator acted. */
  readonly client: Partial<ClientInfo>;
  readonly at: Date;
}

/** Adds an entry; does nothing for a user that does not exist. */
export async function addLoginEvent(
  db: DbOrTrx,
  { userId, kind, client, at }: NewLoginEvent,
): Promise<void> {
  await sql`
    INSERT INTO login_history (id, user_id, at, kind, device_id, user_agent, address)
    SELECT ${uuidv7()}::uuid, id, ${at}::timestamptz, ${kind}, ${client.deviceId ?? null},
      ${client.userAgent ?? null}, ${client.address ?? null}
    FROM users WHERE id = ${userId}`.execute(db);
}

/** Adds the end of sessions, at the moment when each ended, with the client that had opened it. */
export async function addSessionEndedEvents(
  trx: Trx,
  sessionIds: readonly string[],
  cause: SessionEndCause,
): Promise<void> {
  if (sessionIds.length === 0) return;
  await sql`
    INSERT INTO login_history (id, user_id, at, kind, cause, device_id, user_agent, address)
    SELECT ended.id, user_id, ended_at, 'session-ended', ${cause}, device_id,
      user_agent, address
    FROM unnest(${sessionIds.map(() => uuidv7())}::uuid[], ${sessionIds}::uuid[])
      AS ended (id, session_id)
    JOIN sessions ON sessions.id = ended.session_id
    WHERE ended_at IS NOT NULL`.execute(trx);
}

/** Counts wrong passwords and codes by devices that never signed in to the account, up to `atMost`. */
export async function countRefusalsOfNewDevices(
  db: DbOrTrx,
  userId: string,
  since: Date,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM login_history
      WHERE user_id = ${userId} AND at > ${since}::timestamptz AND kind = 'sign-in-refused'
        AND NOT EXISTS (
          SELECT FROM sessions
          WHERE sessions.user_id = login_history.user_id
            AND sessions.device_id = login_history.device_id)
      ORDER BY at DESC LIMIT ${atMost}) AS tried`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds when codes for a new password were sent to a user since a moment. */
export async function findResetRequests(
  db: DbOrTrx,
  userId: string,
  since: Date,
): Promise<readonly Date[]> {
  const rows = await db
    .selectFrom('login_history')
    .select('at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'password-reset-requested')
    .where('at', '>', since)
    .execute();
  return rows.map(({ at }) => at);
}

/** Lists one page, newest first, with the count of all. */
export async function listLoginHistoryPage(
  db: DbOrTrx,
  userId: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ rows: LoginEventRow[]; total: number }> {
  const mine = db.selectFrom('login_history').where('user_id', '=', userId);
  const rows = await mine
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total: await countRows(db, mine) };
}

/** Counts sign-ins of these users by day. */
export async function countSignInsOfDays(
  db: DbOrTrx,
  visible: UserIds,
  days: readonly Date[],
  most: number,
): Promise<number[]> {
  const select = (from: RawBuilder<Date>, to: RawBuilder<Date>) => sql`
    SELECT FROM login_history
    WHERE at >= ${from} AND at < ${to} AND kind = 'signed-in' AND user_id IN (${visible})`;
  return countOfDays(db, days, select, most);
}
