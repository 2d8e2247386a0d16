import type { AlertActionKind } from '@prahari/contract';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

/** The subject of an action, as its alert knew it. */
export interface ActionSubject {
  readonly kind: string;
  readonly key: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly address: string | null;
}

export interface ActionFacts {
  readonly id: string;
  readonly kind: AlertActionKind;
  readonly state: 'waiting' | 'done' | 'failed' | 'undone';
  readonly subject: ActionSubject;
  readonly undo: Readonly<Record<string, unknown>> | null;
  readonly doneAt: Date | null;
  readonly alertId: string;
  readonly title: string;
  readonly category: string;
  readonly severity: string;
  readonly message: string;
  readonly isTest: boolean;
  /** Whether it is about an administrator, and the last editor of its rule may not manage those. */
  readonly isAboutSuperior: boolean;
  /** Whether an administrator, not a super administrator or the product, wrote its rule. */
  readonly isByAdmin: boolean;
}

/** Deleted rules were not the product's own, which are only switched off. */
const isByAdminSql = sql<boolean>`NOT coalesce(editor.user_type = 'SUPER_ADMIN'
  OR (rule.updated_by IS NULL AND rule.key IS NOT NULL), false)`;

/** Reads an action with its alert; with `lock`, no other transaction may change it. */
export async function findAction(
  db: DbOrTrx,
  id: string,
  lock: 'lock' | 'read' = 'read',
): Promise<ActionFacts | undefined> {
  const { rows } = await sql<ActionFacts>`
    SELECT action.id, action.kind, action.state, action.subject, action.undo,
      action.done_at AS "doneAt", alert.id AS "alertId", alert.title, alert.category, alert.severity, alert.message,
      alert.is_test AS "isTest",
      coalesce(holder.user_type <> 'LEARNER', false) AND NOT (
        rule.id IS NOT NULL AND (rule.updated_by IS NULL
          OR coalesce(editor.user_type = 'SUPER_ADMIN', false))) AS "isAboutSuperior",
      ${isByAdminSql} AS "isByAdmin"
    FROM alert_actions AS action JOIN alerts AS alert ON alert.id = action.alert_id
    LEFT JOIN users AS holder ON holder.id = (action.subject ->> 'userId')::uuid
    LEFT JOIN alert_rules AS rule ON rule.id = alert.rule_id
    LEFT JOIN users AS editor ON editor.id = rule.updated_by
    WHERE action.id = ${id}::uuid ${lock === 'lock' ? sql`FOR UPDATE OF action` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export async function updateAction(
  db: DbOrTrx,
  id: string,
  change: {
    readonly state?: 'done' | 'failed' | 'undone';
    readonly undo?: Readonly<Record<string, unknown>> | null;
    readonly last_error?: string | null;
    readonly done_at?: Date;
    readonly undone_at?: Date;
    readonly undone_by?: string;
  },
): Promise<void> {
  const { undo, ...rest } = change;
  await db
    .updateTable('alert_actions')
    .set({ ...rest, ...(undo === undefined ? {} : { undo: undo && JSON.stringify(undo) }) })
    .where('id', '=', id)
    .execute();
}

/** Counts one more try of an action, and keeps why it failed. */
export async function noteTry(db: DbOrTrx, id: string, error: string): Promise<void> {
  await db
    .updateTable('alert_actions')
    .set((set) => ({ attempts: set('attempts', '+', 1), last_error: error }))
    .where('id', '=', id)
    .execute();
}

/**
 * Counts, up to `most`, the sent notifications of one severity, by any process: those of rules that
 * administrators wrote, or those of all others.
 */
export async function countNotified(
  db: DbOrTrx,
  { severity, isByAdmin }: Pick<ActionFacts, 'severity' | 'isByAdmin'>,
  since: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM alert_actions AS action JOIN alerts AS alert ON alert.id = action.alert_id
      LEFT JOIN alert_rules AS rule ON rule.id = alert.rule_id
      LEFT JOIN users AS editor ON editor.id = rule.updated_by
      WHERE action.kind = 'notify' AND action.state = 'done' AND action.done_at > ${since}
        AND alert.severity = ${severity} AND ${isByAdminSql} = ${isByAdmin}
      LIMIT ${most}) AS told`.execute(db);
  return rows[0]?.count ?? 0;
}
