import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../../platform/db/database.ts';
import type { EnqueueActions } from '../ports.ts';
import type { Signal } from './engine.rules.ts';
import {
  type AlertChange,
  countTriggers,
  insertActions,
  insertAlerts,
  insertSteps,
  keepRules,
  lockAlerts,
  publishAlerts,
  updateAlerts,
} from './raise-alerts.repository.ts';
import {
  describeFinding,
  describeMeasure,
  describeSubject,
  type Finding,
  gatherFindings,
  nameAlert,
  type RaisingRule,
  reopens,
} from './raise-alerts.rules.ts';

/** An alert that was raised or opened again, for which its rule acts. */
interface Opened {
  readonly alertId: string;
  readonly occurrence: number;
  readonly finding: Finding;
}

/**
 * Writes what signals mean: alerts raised, counted up and opened again, with their timeline, and
 * the actions of their rules, which are queued in the same transaction. One alert for each rule and
 * subject, however often it is met.
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

  const opened: Opened[] = [];
  const changes: AlertChange[] = [];
  const added: { id: string; finding: Finding }[] = [];
  for (const finding of findings) {
    const { rule, key, lastAtMs } = finding;
    const before = stored.get(nameAlert(rule.id, rule.subject, key));
    if (!before) {
      const id = uuidv7();
      added.push({ id, finding });
      opened.push({ alertId: id, occurrence: 0, finding });
      continue;
    }
    const known = {
      status: before.status,
      resolvedAtMs: before.resolvedAt?.getTime() ?? null,
      suppressedUntilMs: before.suppressedUntil?.getTime() ?? null,
    };
    const isReopened = reopens(known, lastAtMs, now.getTime());
    changes.push(describeChange(before.id, finding, isReopened));
    if (isReopened) opened.push({ alertId: before.id, occurrence: before.reopened + 1, finding });
  }

  await insertAlerts(
    trx,
    added.map(({ id, finding }) => describeNew(id, finding, now)),
  );
  await updateAlerts(trx, changes, now);
  await insertSteps(
    trx,
    opened.map(({ alertId, occurrence, finding }) => ({
      alertId,
      kind: occurrence === 0 ? 'raised' : 'reopened',
      details: describeMeasure(finding),
    })),
    now,
  );
  const triggers = Map.groupBy(opened, ({ finding }) => finding.rule.id);
  await countTriggers(trx, new Map([...triggers].map(([id, all]) => [id, all.length])));
  await queueActions(enqueueActions, trx, opened, now);
  const reopened = new Set(opened.map(({ alertId }) => alertId));
  await publishAlerts(trx, [
    ...added.map(({ id }) => ({ id, kind: 'raised' as const })),
    ...changes.map(({ id }) => {
      return { id, kind: reopened.has(id) ? ('reopened' as const) : ('counted' as const) };
    }),
  ]);
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

function describeChange(id: string, finding: Finding, isReopened: boolean): AlertChange {
  const { rule, count, lastAtMs, last } = finding;
  const subject = describeSubject(finding);
  return {
    id,
    isReopened,
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
  opened: readonly Opened[],
  now: Date,
): Promise<void> {
  const actions = opened.flatMap(({ alertId, occurrence, finding }) => {
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
    return rule.actions.map((kind) => ({
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
