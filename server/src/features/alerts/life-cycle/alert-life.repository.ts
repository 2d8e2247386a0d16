import type { AlertStatus } from '@prahari/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export type StepRow = Selectable<Tables['alert_steps']> & { readonly by_name: string | null };
export type ActionRow = Selectable<Tables['alert_actions']> & {
  readonly undoer_name: string | null;
};
/** The columns that a change sets. */
export type AlertUpdate = Updateable<Tables['alerts']>;
export type NewStep = Omit<Insertable<Tables['alert_steps']>, 'id' | 'details'> & {
  readonly details?: Readonly<Record<string, unknown>>;
};

/** More than any alert has; the newest are kept in view. */
const mostSteps = 500;
const mostActions = 200;
const mostSignIns = 1000;

/**
 * Changes an alert that is in one of these states.
 * @returns whether it was: another may have changed it at the same moment
 */
export async function updateAlertIn(
  trx: Trx,
  id: string,
  statuses: readonly AlertStatus[],
  change: AlertUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alerts')
    .set(change)
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', [...statuses])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes a step of an alert's timeline, which is never changed afterwards. */
export async function insertStep(trx: Trx, { details, ...step }: NewStep): Promise<void> {
  await trx
    .insertInto('alert_steps')
    .values({ ...step, id: uuidv7(), details: JSON.stringify(details ?? {}) })
    .execute();
}

/** Reads the timeline, oldest first. */
export async function findSteps(db: DbOrTrx, alertId: string): Promise<StepRow[]> {
  const newest = await db
    .selectFrom('alert_steps as step')
    .leftJoin('users', 'users.id', 'step.by_user_id')
    .selectAll('step')
    .select('users.name as by_name')
    .where('alert_id', '=', alertId)
    .orderBy('at', 'desc')
    .orderBy('step.id', 'desc')
    .limit(mostSteps)
    .execute();
  return newest.reverse();
}

/** Reads the actions of an alert, newest first. */
export async function findActions(db: DbOrTrx, alertId: string): Promise<ActionRow[]> {
  return db
    .selectFrom('alert_actions as action')
    .leftJoin('users', 'users.id', 'action.undone_by')
    .selectAll('action')
    .select('users.name as undoer_name')
    .where('alert_id', '=', alertId)
    .orderBy('created_at', 'desc')
    .orderBy('action.id', 'desc')
    .limit(mostActions)
    .execute();
}

/** Reads from which addresses a user signed in since then. */
export async function findAddressesOf(db: DbOrTrx, userId: string, since: Date): Promise<string[]> {
  const recorded = db
    .selectFrom('events')
    .select('address')
    .where('user_id', '=', userId)
    .where('name', '=', 'session.opened')
    .where('happened_at', '>=', since)
    .where('address', 'is not', null)
    .orderBy('happened_at', 'desc')
    .limit(mostSignIns);
  const rows = await db
    .selectFrom(recorded.as('recorded'))
    .select('recorded.address')
    .distinct()
    .execute();
  return rows.flatMap(({ address }) => address ?? []);
}

/** Inserts an alert that no rule raised. */
export async function insertAlert(trx: Trx, alert: Insertable<Tables['alerts']>): Promise<void> {
  await trx.insertInto('alerts').values(alert).execute();
}

/**
 * Deletes alerts, with their timeline and actions, that were neither seen nor changed since a moment,
 * the oldest first; those that an administrator silenced for longer stay, or they would be raised again.
 * @returns how many were deleted
 */
export async function deletePastAlerts(
  db: DbOrTrx,
  { before, now }: { readonly before: Date; readonly now: Date },
  atMost: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM alerts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM alerts
      WHERE last_seen_at < ${before} AND updated_at < ${before}
        AND (status <> 'suppressed' OR suppressed_until IS NULL OR suppressed_until < ${now})
      ORDER BY last_seen_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
