import {
  type AlertActionKind,
  type AlertCategory,
  type AlertCondition,
  type AlertMetricName,
  type AlertOperator,
  type AlertSeverity,
  type AlertStatus,
  type AlertSubjectKind,
  alertMetrics,
  findStatusAfterRecurrence,
} from '@prahari/contract';
import { endsByItself, inForceMs } from '../actions/in-force.rules.ts';
import type { Signal } from './engine.rules.ts';
import { readText } from './fact.rules.ts';
import { sayMeasure } from './finding-words.rules.ts';
import type { JudgedRule } from './series.rules.ts';
import { cutWindow, findPart } from './window.rules.ts';

/** A rule with the texts, severity and actions of its alerts. */
export interface RaisingRule extends JudgedRule {
  readonly name: string;
  readonly category: AlertCategory;
  readonly severity: AlertSeverity;
  readonly actions: readonly AlertActionKind[];
}

/** The columns of a rule that matter here. */
interface StoredRule {
  readonly id: string;
  readonly name: string;
  readonly category: AlertCategory;
  readonly severity: AlertSeverity;
  readonly subject: AlertSubjectKind;
  readonly metric: AlertMetricName;
  readonly operator: AlertOperator;
  readonly value: number;
  readonly conditions: readonly AlertCondition[];
  readonly time_window_ms: string;
  readonly actions: readonly AlertActionKind[];
}

/** Reads a stored rule; undefined when this version no longer measures what it asks for. */
export function toRaisingRule(row: StoredRule): RaisingRule | undefined {
  const { id, name, category, severity, subject, metric, operator, value, conditions } = row;
  const metrics = [metric, ...conditions.map((one) => one.metric)];
  if (!metrics.every((one) => Object.hasOwn(alertMetrics, one))) return undefined;
  return {
    id,
    name,
    category,
    severity,
    subject,
    threshold: { metric, operator, value, and: conditions },
    timeWindow: Number(row.time_window_ms),
    actions: row.actions,
  };
}

/** All signals of one rule about one subject that were found together. */
export interface Finding {
  readonly rule: RaisingRule;
  readonly key: string;
  count: number;
  firstAtMs: number;
  lastAtMs: number;
  last: Signal;
  /** When the signals matched, in the order of events. */
  readonly metAtMs: number[];
}

/** Groups signals by alert, and drops those of rules that no longer exist. */
export function gatherFindings(
  signals: readonly Signal[],
  rules: ReadonlyMap<string, RaisingRule>,
): Finding[] {
  const found = new Map<string, Finding>();
  for (const signal of signals) {
    const rule = rules.get(signal.ruleId);
    if (!rule) continue;
    const { atMs } = signal.fact;
    const name = nameAlert(signal.ruleId, signal.subject, signal.key);
    const known = found.get(name);
    if (known) {
      known.count += 1;
      known.firstAtMs = Math.min(known.firstAtMs, atMs);
      known.lastAtMs = Math.max(known.lastAtMs, atMs);
      known.last = signal;
      known.metAtMs.push(atMs);
    } else {
      found.set(name, {
        rule,
        key: signal.key,
        count: 1,
        firstAtMs: atMs,
        lastAtMs: atMs,
        last: signal,
        metAtMs: [atMs],
      });
    }
  }
  return [...found.values()];
}

export function nameAlert(ruleId: string, kind: string, key: string): string {
  return `${ruleId} ${kind} ${key}`;
}

/** The latest alert of the same rule and subject. */
export interface KnownAlert {
  readonly status: AlertStatus;
  readonly resolvedAtMs: number | null;
  readonly suppressedUntilMs: number | null;
  readonly lastSeenAtMs: number;
}

/** Tells whether an alert opens again. Signals from before its end do not reopen it. */
export function reopens(known: KnownAlert, lastAtMs: number, nowMs: number): boolean {
  if (known.status === 'resolved' && lastAtMs <= (known.resolvedAtMs ?? 0)) return false;
  const { status, suppressedUntilMs: untilMs } = known;
  return status !== 'active' && findStatusAfterRecurrence(status, { untilMs, nowMs }) === 'active';
}

/**
 * Tells whether an open alert recurs: a signal after a pause so long that all earlier ones have left
 * the time window.
 */
export function recurs(
  { rule, metAtMs }: Pick<Finding, 'rule' | 'metAtMs'>,
  { status, lastSeenAtMs }: Pick<KnownAlert, 'status' | 'lastSeenAtMs'>,
): boolean {
  if (status !== 'active' && status !== 'acknowledged') return false;
  const cut = cutWindow(rule.timeWindow);
  let latestMs = lastSeenAtMs;
  for (const atMs of metAtMs) {
    if (findPart(cut, atMs) - findPart(cut, latestMs) >= cut.parts) return true;
    latestMs = Math.max(latestMs, atMs);
  }
  return false;
}

/**
 * Tells whether a rule acts again when its alert recurs: only if none of its actions is in force or
 * under way.
 */
export function actsAgain(
  kind: AlertActionKind,
  last: { readonly state: string; readonly doneAtMs: number | null } | undefined,
  nowMs: number,
): boolean {
  if (!last || last.state === 'failed' || last.state === 'undone') return true;
  if (last.state === 'waiting') return false;
  const forMs = endsByItself(kind) ? inForceMs[kind] : undefined;
  // Actions without an end are cheap to repeat, and may have been undone elsewhere.
  return forMs === undefined || nowMs >= (last.doneAtMs ?? 0) + forMs;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const asUuid = (value: string | null | undefined) => (value && uuid.test(value) ? value : null);

/**
 * Describes the user and the subject of an alert. Alerts about addresses, devices and videos name no
 * user: an administrator with one learner in scope would see what others did, and actions would hit
 * the last user of the address.
 */
export function describeSubject({ rule, key, last: { fact } }: Finding) {
  const isOfOne = rule.subject === 'user' || rule.subject === 'session';
  return {
    user_id: rule.subject === 'user' ? asUuid(key) : isOfOne ? asUuid(fact.userId) : null,
    session_id: rule.subject === 'session' ? asUuid(key) : isOfOne ? asUuid(fact.sessionId) : null,
    device_id: rule.subject === 'device' ? key : isOfOne ? fact.deviceId : null,
    // Of IPv6 the key is a /64; the alert keeps the whole address that was last seen.
    address: findAddress(rule.subject, key, fact.address),
    country: rule.subject === 'system' ? null : fact.country,
    video_id: asUuid(readText(fact, 'videoId')),
  };
}

function findAddress(subject: AlertSubjectKind, key: string, seen: string | null): string | null {
  if (subject === 'system') return null;
  return subject === 'address' ? (seen ?? key) : seen;
}

/** Describes the measured values, for clients that have texts of their own. */
export function describeMeasure({ rule, last }: Finding): Record<string, unknown> {
  const { metric, operator, value } = rule.threshold;
  return {
    metric,
    operator,
    threshold: value,
    value: round(last.value),
    timeWindow: rule.timeWindow,
    event: last.fact.name,
    eventId: last.fact.id,
    details: last.fact.data,
  };
}

/** Describes the finding in one sentence, for mails and lists. */
export function describeFinding({ rule, key, last }: Finding): string {
  const isOfAddresses = rule.subject === 'address' || rule.subject === 'network';
  const { timeWindow, threshold } = rule;
  const about = isOfAddresses ? key : undefined;
  return sayMeasure(threshold.metric, last.value, { timeWindow, about });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
