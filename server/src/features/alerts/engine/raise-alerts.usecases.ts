import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../../platform/db/database.ts';
import type { EnqueueActions } from '../ports.ts';
import type { Signal } from './engine.rules.ts';
import {
  type AlertChange,
  countTriggers,
  findLastActions,
  insertActions,
  insertAlerts,
  insertSteps,
  keepRules,
  lockAlerts,
  type Occurring,
  publishAlerts,
  type StoredAlert,
  updateAlerts,
} from './raise-alerts.repository.ts';
import {
  actsAgain,
  describeFinding,
  describeMeasure,
  describeSubject,
  type Finding,
  gatherFindings,
  nameAlert,
  type RaisingRule,
  recurs,
  reopens,
} from './raise-alerts.rules.ts';

/** An alert that was raised, opened again or came back, for which its rule acts. */
interface Occurrence {
  readonly alertId: string;
  readonly kind: Occurring;
  readonly occurrence: number;
  readonly finding: Finding;
}

/**
 * Writes what signals mean: alerts raised, counted up, opened again and come back after a pause,
 * with their timeline, and the actions of their rules, which are queued in the same transaction.
 * One alert for each rule and subject, however often it is met.
 */
export async function raiseAlerts(
  { enqueueActions }: { readonly enqueueActions: EnqueueActions },
  trx: Trx,
  {
    signals,
    rules,
    now,
  }: {
    readonly signals: readonly Signal[];
    readonly rules: ReadonlyMap<string, RaisingRule>;
    readonly now: Date;
  },
): Promise<void> {
  const ids = new Set(signals.map(({ ruleId }) => ruleId));
  const kept = await keepRules(trx, [...ids]);
  const findings = gatherFindings(
    signals.filter(({ ruleId }) => kept.has(ruleId)),
    rules,
  );
  if (findings.length === 0) return;
  const names = findings.map(({ rule, key }) => ({ ruleId: rule.id, kind: rule.subject, key }));
  const stored = new Map(
    (await lockAlerts(trx, names)).map((alert) => [
      nameAlert(alert.ruleId, alert.kind, alert.key),
      alert,
    ]),
  );

  const occurred: Occurrence[] = [];
  const changes: AlertChange[] = [];
  const added: { id: string; finding: Finding }[] = [];
  for (const finding of findings) {
    const { rule, key } = finding;
    const before = stored.get(nameAlert(rule.id, rule.subject, key));
    if (!before) {
      const id = uuidv7();
      added.push({ id, finding });
      occurred.push({ alertId: id, kind: 'raised', occurrence: 0, finding });
      continue;
    }
    const again = findRecurrence(before, finding, now);
    changes.push(describeChange(before.id, finding, again));
    if (!again) continue;
    const occurrence = before.reopened + before.recurred + 1;
    occurred.push({ alertId: before.id, kind: again, occurrence, finding });
  }

  await insertAlerts(
    trx,
    added.map(({ id, finding }) => describeNew(id, finding, now)),
  );
  await updateAlerts(trx, changes, now);
  await insertSteps(
    trx,
    occurred.map(({ alertId, kind, finding }) => {
      return { alertId, kind, details: describeMeasure(finding) };
    }),
    now,
  );
  const triggers = Map.groupBy(occurred, ({ finding }) => finding.rule.id);
  await countTriggers(trx, new Map([...triggers].map(([id, all]) => [id, all.length])));
  await queueActions(enqueueActions, trx, occurred, now);
  const kinds = new Map(occurred.map(({ alertId, kind }) => [alertId, kind]));
  await publishAlerts(trx, [
    ...added.map(({ id }) => ({ id, kind: 'raised' as const })),
    ...changes.map(({ id }) => ({ id, kind: kinds.get(id) ?? ('counted' as const) })),
  ]);
}

function findRecurrence(
  alert: StoredAlert,
  finding: Finding,
  now: Date,
): 'reopened' | 'recurred' | undefined {
  const known = {
    status: alert.status,
    resolvedAtMs: alert.resolvedAt?.getTime() ?? null,
    suppressedUntilMs: alert.suppressedUntil?.getTime() ?? null,
    lastSeenAtMs: alert.lastSeenAt.getTime(),
  };
  // An acknowledged alert stays so: somebody takes care of it, and is told that it goes on.
  if (recurs(finding, known)) return 'recurred';
  return reopens(known, finding.lastAtMs, now.getTime()) ? 'reopened' : undefined;
}

function describeNew(id: string, finding: Finding, now: Date) {
  const { rule, key, count, firstAtMs, lastAtMs, last } = finding;
  return {
    id,
    rule_id: rule.id,
    subject_kind: rule.subject,
    subject_key: key,
    title: rule.name,
    category: rule.category,
    severity: rule.severity,
    message: describeFinding(finding),
    count,
    first_seen_at: new Date(firstAtMs),
    last_seen_at: new Date(lastAtMs),
    created_at: now,
    updated_at: now,
    ...describeSubject(finding),
    metadata: JSON.stringify(describeMeasure(finding)),
    event_transaction_id: last.fact.transactionId,
    event_id: last.fact.id,
  };
}

function describeChange(
  id: string,
  finding: Finding,
  again: 'reopened' | 'recurred' | undefined,
): AlertChange {
  const { rule, count, lastAtMs, last } = finding;
  const subject = describeSubject(finding);
  return {
    id,
    isReopened: again === 'reopened',
    isRecurred: again === 'recurred',
    count,
    lastAt: new Date(lastAtMs),
    title: rule.name,
    category: rule.category,
    severity: rule.severity,
    message: describeFinding(finding),
    metadata: describeMeasure(finding),
    sessionId: subject.session_id,
    deviceId: subject.device_id,
    address: subject.address,
    country: subject.country,
    videoId: subject.video_id,
    transactionId: last.fact.transactionId,
    eventId: last.fact.id,
  };
}

async function queueActions(
  enqueueActions: EnqueueActions,
  trx: Trx,
  occurred: readonly Occurrence[],
  now: Date,
): Promise<void> {
  const recurred = occurred.flatMap(({ kind, alertId }) => (kind === 'recurred' ? [alertId] : []));
  const last = new Map(
    (await findLastActions(trx, recurred)).map((action) => [
      `${action.alertId} ${action.kind}`,
      { state: action.state, doneAtMs: action.doneAt?.getTime() ?? null },
    ]),
  );
  const nowMs = now.getTime();
  const actions = occurred.flatMap(({ alertId, occurrence, finding }) => {
    const { rule, key } = finding;
    const { user_id, session_id, device_id, address, video_id } = describeSubject(finding);
    const subject = {
      kind: rule.subject,
      key,
      userId: user_id,
      sessionId: session_id,
      deviceId: device_id,
      address,
      videoId: video_id,
    };
    const kinds = rule.actions.filter((kind) =>
      actsAgain(kind, last.get(`${alertId} ${kind}`), nowMs),
    );
    return kinds.map((kind) => ({
      id: uuidv7(),
      alert_id: alertId,
      rule_id: rule.id,
      occurrence,
      kind,
      subject: JSON.stringify(subject),
      created_at: now,
    }));
  });
  if (actions.length === 0) return;
  await insertActions(trx, actions);
  await enqueueActions(
    trx,
    actions.map(({ id }) => id),
  );
}
