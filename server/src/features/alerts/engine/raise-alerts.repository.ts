import type { AlertActionKind, AlertStatus, AlertStepKind } from '@prahari/contract';
import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Row, Tables } from '../../../platform/db/tables.ts';
import type { BuiltInRule } from './write-rule.rules.ts';

const rowsInStatement = 500;
/** Pages learn of so many by name; those who see more read their lists anyway. */
const mostPublished = 200;

/**
 * Adds built-in rules that are missing, and brings those that no administrator has edited to what
 * the product has now; the others stay as administrators left them.
 */
export async function seedBuiltInRules(
  db: DbOrTrx,
  rules: readonly BuiltInRule[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('alert_rules')
    .values(
      rules.map((rule) => ({
        ...toColumns(rule),
        id: uuidv7(),
        conditions: JSON.stringify(rule.threshold.and),
        is_built_in: true,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const columns = sql.join(productColumns.map((name) => sql.ref(name)));
  const ofProduct = sql.join(productColumns.map((name) => sql.ref(`product.${name}`)));
  const stored = sql.join(productColumns.map((name) => sql.ref(`rule.${name}`)));
  await sql`
    WITH product AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rules.map(toColumns))}::jsonb) AS product
        (key text, name text, category text, severity text, subject text, metric text,
        operator text, value double precision, conditions jsonb, time_window_ms bigint,
        actions text[])
    ), outdated AS (
      SELECT rule.id AS rule_id, product.* FROM alert_rules AS rule
      JOIN product ON product.key = rule.key
      WHERE rule.is_built_in AND rule.updated_by IS NULL
        AND (${stored}) IS DISTINCT FROM (${ofProduct})
      -- In the order in which those who raise alerts take rules.
      ORDER BY rule.id FOR NO KEY UPDATE OF rule
    )
    UPDATE alert_rules AS rule SET (${columns}) = ROW (${ofProduct}),
      version = rule.version + 1, updated_at = ${now}
    FROM outdated AS product WHERE rule.id = product.rule_id`.execute(db);
}

/** What the product decides of a built-in rule that no administrator has edited. */
const productColumns = [
  'name',
  'category',
  'severity',
  'subject',
  'metric',
  'operator',
  'value',
  'conditions',
  'time_window_ms',
  'actions',
] as const;

function toColumns({ threshold, timeWindow, ...rule }: BuiltInRule) {
  return {
    key: rule.key,
    name: rule.name,
    category: rule.category,
    severity: rule.severity,
    subject: rule.subject,
    metric: threshold.metric,
    operator: threshold.operator,
    value: threshold.value,
    conditions: threshold.and,
    time_window_ms: timeWindow,
    actions: [...rule.actions],
  };
}

export function findEnabledRules(db: DbOrTrx): Promise<Row<'alert_rules'>[]> {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds which of some rules still exist, and keeps them until the transaction ends. */
export async function keepRules(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM alert_rules WHERE id = ANY(${ids}::uuid[]) ORDER BY id
    FOR NO KEY UPDATE`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

export interface AlertName {
  readonly ruleId: string;
  readonly kind: string;
  readonly key: string;
}

export interface StoredAlert {
  readonly id: string;
  readonly ruleId: string;
  readonly kind: string;
  readonly key: string;
  readonly status: AlertStatus;
  readonly resolvedAt: Date | null;
  readonly suppressedUntil: Date | null;
  readonly reopened: number;
  readonly recurred: number;
  readonly lastSeenAt: Date;
}

/** Reads the alerts of some rules and subjects, which others may not change meanwhile. */
export async function lockAlerts(trx: Trx, names: readonly AlertName[]): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    SELECT alert.id, alert.rule_id AS "ruleId", alert.subject_kind AS kind,
      alert.subject_key AS key, alert.status, alert.resolved_at AS "resolvedAt",
      alert.suppressed_until AS "suppressedUntil", alert.reopened, alert.recurred,
      alert.last_seen_at AS "lastSeenAt"
    FROM alerts AS alert
    JOIN unnest(${names.map(({ ruleId }) => ruleId)}::uuid[],
      ${names.map(({ kind }) => kind)}::text[], ${names.map(({ key }) => key)}::text[])
      AS named (rule_id, kind, key)
      ON alert.rule_id = named.rule_id AND alert.subject_kind = named.kind
        AND alert.subject_key = named.key
    WHERE NOT alert.is_test
    ORDER BY alert.id FOR UPDATE OF alert`.execute(trx);
  return rows;
}

export async function insertAlerts(
  trx: Trx,
  alerts: readonly Insertable<Tables['alerts']>[],
): Promise<void> {
  for (const some of cut(alerts)) await trx.insertInto('alerts').values(some).execute();
}

/** What is written of an alert that was there before. */
export interface AlertChange {
  readonly id: string;
  readonly isReopened: boolean;
  readonly isRecurred: boolean;
  readonly count: number;
  readonly lastAt: Date;
  readonly title: string;
  readonly category: string;
  readonly severity: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly videoId: string | null;
  readonly transactionId: number;
  readonly eventId: string;
}

/** Counts up alerts, and opens again those that are named so, with one statement. */
export async function updateAlerts(
  trx: Trx,
  changes: readonly AlertChange[],
  now: Date,
): Promise<void> {
  for (const some of cut(changes)) {
    await sql`UPDATE alerts AS alert SET
        count = alert.count + new.count,
        last_seen_at = greatest(alert.last_seen_at, new."lastAt"),
        updated_at = ${now}::timestamptz,
        title = new.title, category = new.category, severity = new.severity,
        message = new.message, metadata = new.metadata,
        session_id = coalesce(new."sessionId", alert.session_id),
        device_id = coalesce(new."deviceId", alert.device_id),
        address = coalesce(new.address, alert.address),
        country = coalesce(new.country, alert.country),
        video_id = coalesce(new."videoId", alert.video_id),
        event_transaction_id = new."transactionId", event_id = new."eventId",
        reopened = alert.reopened + new."isReopened"::integer,
        recurred = alert.recurred + new."isRecurred"::integer,
        version = alert.version + new."isReopened"::integer,
        status = CASE WHEN new."isReopened" THEN 'active' ELSE alert.status END,
        ${sql.join(
          endings.map((column) => {
            const name = sql.ref(column);
            return sql`${name} = CASE WHEN new."isReopened" THEN NULL ELSE alert.${name} END`;
          }),
        )}
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS new (id uuid,
        "isReopened" boolean, "isRecurred" boolean, count bigint, "lastAt" timestamptz, title text, category text,
        severity text, message text, metadata jsonb, "sessionId" uuid, "deviceId" text,
        address text, country text, "videoId" uuid, "transactionId" bigint, "eventId" uuid)
      WHERE alert.id = new.id`.execute(trx);
  }
}

/** How it ended before; the timeline keeps that. */
const endings = [
  'acknowledged_at',
  'acknowledged_by',
  'acknowledged_as',
  'resolved_at',
  'resolved_by',
  'resolved_as',
  'resolution',
  'dismissed_at',
  'dismissed_by',
  'dismissed_as',
  'dismiss_reason',
  'suppressed_until',
] as const;

export async function insertSteps(
  trx: Trx,
  steps: readonly {
    readonly alertId: string;
    readonly kind: AlertStepKind;
    readonly details: Readonly<Record<string, unknown>>;
  }[],
  now: Date,
): Promise<void> {
  for (const some of cut(steps)) {
    const rows = some.map(({ alertId, kind, details }) => {
      return { id: uuidv7(), alert_id: alertId, at: now, kind, details: JSON.stringify(details) };
    });
    await trx.insertInto('alert_steps').values(rows).execute();
  }
}

export async function insertActions(
  trx: Trx,
  actions: readonly Insertable<Tables['alert_actions']>[],
): Promise<void> {
  for (const some of cut(actions)) await trx.insertInto('alert_actions').values(some).execute();
}

/** Counts how often rules opened an alert, or met it again after a pause. */
export async function countTriggers(trx: Trx, counts: ReadonlyMap<string, number>): Promise<void> {
  await sql`UPDATE alert_rules AS rule SET trigger_count = rule.trigger_count + new.times
    FROM unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::bigint[])
      AS new (id, times)
    WHERE rule.id = new.id`.execute(trx);
}

/** What makes the rule of an alert act. */
export type Occurring = 'raised' | 'reopened' | 'recurred';

/** The last action of each kind that was queued for an alert. */
export interface LastAction {
  readonly alertId: string;
  readonly kind: AlertActionKind;
  readonly state: 'waiting' | 'done' | 'failed' | 'undone';
  readonly doneAt: Date | null;
}

export async function findLastActions(
  trx: Trx,
  alertIds: readonly string[],
): Promise<LastAction[]> {
  if (alertIds.length === 0) return [];
  const { rows } = await sql<LastAction>`
    SELECT DISTINCT ON (alert_id, kind) alert_id AS "alertId", kind, state, done_at AS "doneAt"
    FROM alert_actions WHERE alert_id = ANY(${alertIds}::uuid[])
    ORDER BY alert_id, kind, occurrence DESC`.execute(trx);
  return rows;
}

/** Tells every process which alerts changed, once the transaction commits. */
export async function publishAlerts(
  trx: Trx,
  changes: readonly { readonly id: string; readonly kind: Occurring | 'counted' }[],
): Promise<void> {
  const payloads = changes.slice(0, mostPublished).map((change) => JSON.stringify(change));
  await sql`SELECT pg_notify('alerts', payload)
    FROM unnest(${payloads}::text[]) AS payload`.execute(trx);
}

function cut<One>(all: readonly One[]): One[][] {
  const parts: One[][] = [];
  for (let at = 0; at < all.length; at += rowsInStatement) {
    parts.push(all.slice(at, at + rowsInStatement));
  }
  return parts;
}
