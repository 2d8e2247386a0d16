import {
  type AlertCondition,
  type AlertRule,
  actsOnUsers,
  type NewAlertRule,
  watchesAdministrators,
} from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { RuleRow } from '../alerts.tables.ts';
import { isRenamed } from '../engine/built-in.rules.ts';
import { type AlertScope, selectAlerts } from '../list/alert-filter.repository.ts';

/** Far more than administrators can look after. */
export const mostRules = 500;

/** A rule, and what says who may change it. */
export interface WrittenRule extends RuleRow {
  /** Whether its last writer is an administrator, not a super administrator or the product. */
  readonly isOfAdmin: boolean;
}

function selectRules(db: DbOrTrx) {
  return db
    .selectFrom('alert_rules')
    .leftJoin('users as writer', 'writer.id', 'alert_rules.updated_by')
    .selectAll('alert_rules')
    .select(sql<boolean>`coalesce(writer.user_type = 'ADMIN', false)`.as('isOfAdmin'));
}

export function findRules(db: DbOrTrx): Promise<WrittenRule[]> {
  return selectRules(db)
    .orderBy('is_built_in', 'desc')
    .orderBy('category')
    .orderBy('key')
    .orderBy('alert_rules.created_at')
    .limit(mostRules)
    .execute();
}

export async function countRules(db: DbOrTrx): Promise<number> {
  const { count } = await db
    .selectFrom('alert_rules')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts by rule how often alerts in scope opened. */
export async function countOpenings(
  db: DbOrTrx,
  scope: AlertScope,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectAlerts(db, { scope, isTest: false })
    .select((select) => [
      'alert.rule_id as ruleId',
      select.fn.countAll<string>().as('alerts'),
      select.fn.sum<string>(sql`alert.reopened + alert.recurred`).as('again'),
    ])
    .groupBy('alert.rule_id')
    .execute();
  return new Map(
    rows.map(({ ruleId, alerts, again }) => [ruleId ?? '', Number(alerts) + Number(again)]),
  );
}

/** Reads a rule that no other transaction may change until this one ends. */
export function lockRule(trx: Trx, id: string): Promise<WrittenRule | undefined> {
  return selectRules(trx)
    .where('alert_rules.id', '=', id)
    .forUpdate('alert_rules')
    .executeTakeFirst();
}

function readRule(trx: Trx, id: string): Promise<WrittenRule> {
  return selectRules(trx).where('alert_rules.id', '=', id).executeTakeFirstOrThrow();
}

export async function insertRule(
  trx: Trx,
  rule: NewAlertRule,
  made: { readonly at: Date; readonly byUserId: string },
): Promise<WrittenRule> {
  const id = uuidv7();
  await trx
    .insertInto('alert_rules')
    .values({
      ...toColumns(rule),
      id,
      created_at: made.at,
      updated_at: made.at,
      updated_by: made.byUserId,
    })
    .execute();
  return readRule(trx, id);
}

export async function updateRule(
  trx: Trx,
  id: string,
  rule: NewAlertRule,
  made: { readonly at: Date; readonly byUserId: string },
): Promise<WrittenRule> {
  await trx
    .updateTable('alert_rules')
    .set({ ...toColumns(rule), updated_at: made.at, updated_by: made.byUserId })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return readRule(trx, id);
}

/** Leaves the writer of what the rule does, who decides whether it acts on administrators. */
export async function switchRule(
  trx: Trx,
  id: string,
  { enabled, at }: { readonly enabled: boolean; readonly at: Date },
): Promise<WrittenRule> {
  await trx
    .updateTable('alert_rules')
    .set({ enabled, updated_at: at })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return readRule(trx, id);
}

export async function deleteRule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('alert_rules').where('id', '=', id).execute();
}

function toColumns({ threshold, timeWindow, ...rule }: NewAlertRule) {
  const { metric, operator, value, and } = threshold;
  const conditions: readonly AlertCondition[] = and;
  return {
    name: rule.name,
    category: rule.category,
    severity: rule.severity,
    subject: rule.subject,
    enabled: rule.enabled,
    actions: rule.actions,
    metric,
    operator,
    value,
    conditions: JSON.stringify(conditions),
    time_window_ms: timeWindow,
  };
}

export function presentRule(row: WrittenRule): AlertRule {
  const rule = presentFields(row);
  const watches = watchesAdministrators(rule) && (row.is_built_in || !row.isOfAdmin);
  // What an administrator wrote acts on no other.
  return { ...rule, isForSuperAdmins: watches || (actsOnUsers(rule) && !row.isOfAdmin) };
}

function presentFields(row: RuleRow): Omit<AlertRule, 'isForSuperAdmins'> {
  return {
    id: row.id,
    key: row.key,
    isRenamed: row.key !== null && isRenamed(row.key, row.name),
    name: row.name,
    category: row.category,
    severity: row.severity,
    enabled: row.enabled,
    subject: row.subject,
    threshold: {
      metric: row.metric,
      operator: row.operator,
      value: row.value,
      and: [...row.conditions],
    },
    timeWindow: Number(row.time_window_ms),
    actions: [...row.actions],
    triggerCount: Number(row.trigger_count),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
