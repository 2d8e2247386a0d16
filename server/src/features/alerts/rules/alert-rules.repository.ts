import type { AlertCondition, AlertRule, NewAlertRule } from '@prahari/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { RuleRow } from '../alerts.tables.ts';
import { isRenamed } from '../engine/built-in.rules.ts';
import { type AlertScope, selectAlerts } from '../list/alert-filter.repository.ts';

/** Far more than administrators can look after. */
export const mostRules = 500;

export function findRules(db: DbOrTrx): Promise<RuleRow[]> {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .orderBy('is_built_in', 'desc')
    .orderBy('category')
    .orderBy('key')
    .orderBy('created_at')
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
export function lockRule(trx: Trx, id: string): Promise<RuleRow | undefined> {
  return trx
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function insertRule(
  trx: Trx,
  rule: NewAlertRule,
  made: { readonly at: Date; readonly byUserId: string },
): Promise<RuleRow> {
  return trx
    .insertInto('alert_rules')
    .values({
      ...toColumns(rule),
      id: uuidv7(),
      created_at: made.at,
      updated_at: made.at,
      updated_by: made.byUserId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateRule(
  trx: Trx,
  id: string,
  rule: NewAlertRule,
  made: { readonly at: Date; readonly byUserId: string },
): Promise<RuleRow> {
  return trx
    .updateTable('alert_rules')
    .set({ ...toColumns(rule), updated_at: made.at, updated_by: made.byUserId })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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

export function presentRule(row: RuleRow): AlertRule {
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
