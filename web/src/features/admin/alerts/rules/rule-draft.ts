import {
  type AlertActionKind,
  type AlertCategory,
  type AlertCondition,
  type AlertMetricName,
  type AlertOperator,
  type AlertRule,
  type AlertSeverity,
  type AlertSubjectKind,
  alertActionKinds,
  alertMetricNames,
  alertMetrics,
  alertRuleLimits,
  canAct,
  canMeasure,
  type NewAlertRule,
} from '@prahari/contract';

/** A condition as it is typed; its metric is empty until one is chosen. */
export interface ConditionDraft {
  /** Tells conditions apart while they come and go. */
  readonly id: number;
  readonly metric: AlertMetricName | '';
  readonly operator: AlertOperator;
  readonly value: string;
}

/** A rule as it is typed. */
export interface RuleDraft {
  readonly name: string;
  readonly category: AlertCategory;
  readonly severity: AlertSeverity;
  readonly subject: AlertSubjectKind;
  readonly enabled: boolean;
  /** All of them must hold; the rule is judged when the first one is counted. */
  readonly conditions: readonly ConditionDraft[];
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
  readonly actions: readonly AlertActionKind[];
}

export type ConditionProblem = 'metric' | 'value';

export interface RuleTrigger {
  readonly conditions: readonly AlertCondition[];
  readonly timeWindow: number;
}

/** What keeps a draft from being a rule. */
export interface DraftProblems {
  readonly name?: 'missing' | 'long';
  readonly window?: 'number' | 'short' | 'long';
  /** By the id of a condition. */
  readonly conditions: ReadonlyMap<number, ConditionProblem>;
}

const [minuteMs, hourMs] = [60_000, 3_600_000];

export function createRuleDraft(): RuleDraft {
  return {
    name: '',
    category: 'brute_force',
    severity: 'medium',
    subject: 'user',
    enabled: true,
    conditions: [{ id: 0, metric: 'failed_sign_ins', operator: 'gte', value: '10' }],
    hours: '0',
    minutes: '10',
    seconds: '0',
    actions: ['notify'],
  };
}

export function draftOf(rule: AlertRule): RuleDraft {
  const { name, category, severity, subject, enabled, threshold, timeWindow, actions } = rule;
  const { and, ...first } = threshold;
  const hours = Math.floor(timeWindow / hourMs);
  const minutes = Math.floor((timeWindow % hourMs) / minuteMs);
  return {
    name,
    category,
    severity,
    subject,
    enabled,
    conditions: [first, ...and].map(({ metric, operator, value }, id) => ({
      id,
      metric,
      operator,
      value: writeValue(metric, value),
    })),
    hours: String(hours),
    minutes: String(minutes),
    seconds: String((timeWindow % minuteMs) / 1000),
    actions,
  };
}

/** Shares are written in percent. */
function writeValue(metric: AlertMetricName, value: number): string {
  return String(isShare(metric) ? Number((value * 100).toPrecision(12)) : value);
}

const isShare = (metric: AlertMetricName) => alertMetrics[metric].unit === 'share';

function readValue(metric: AlertMetricName, typed: string): number | null {
  const value = readNumber(typed, { signed: true });
  if (value === null || !isShare(metric)) return value;
  return Number((value / 100).toPrecision(12));
}

/** Reads a number with a point or a comma before its decimals; null for anything else. */
function readNumber(typed: string, { signed }: { readonly signed: boolean }): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^-?\d{1,12}(\.\d{1,6})?$/u.test(text) || (!signed && text.startsWith('-'))) return null;
  return Number(text);
}

/** The time window in ms; null where a part is no number. */
function readWindow({ hours, minutes, seconds }: RuleDraft): number | null {
  const parts = [hours, minutes, seconds].map((typed) =>
    typed.trim() === '' ? 0 : readNumber(typed, { signed: false }),
  );
  const [h = null, m = null, s = null] = parts;
  if (h === null || m === null || s === null) return null;
  return Math.round(h * hourMs + m * minuteMs + s * 1000);
}

export function findProblems(draft: RuleDraft): DraftProblems {
  const name = draft.name.trim();
  const window = readWindow(draft);
  const conditions = new Map<number, ConditionProblem>();
  for (const { id, metric, value } of draft.conditions) {
    if (metric === '' || !canMeasure(metric, draft.subject)) conditions.set(id, 'metric');
    else if (readValue(metric, value) === null) conditions.set(id, 'value');
  }
  const { min, max } = alertRuleLimits.windowMs;
  return {
    ...(name === '' ? { name: 'missing' } : {}),
    ...(name.length > alertRuleLimits.name ? { name: 'long' } : {}),
    ...(window === null ? { window: 'number' } : {}),
    ...(window !== null && window < min ? { window: 'short' } : {}),
    ...(window !== null && window > max ? { window: 'long' } : {}),
    conditions,
  };
}

/** The rule that a draft says; null while it has problems. */
export function readDraft(draft: RuleDraft): NewAlertRule | null {
  const problems = findProblems(draft);
  const timeWindow = readWindow(draft);
  if (problems.name || problems.window || problems.conditions.size > 0 || timeWindow === null) {
    return null;
  }
  const [first, ...and] = draft.conditions.flatMap(readCondition);
  if (!first) return null;
  const { category, severity, subject, enabled } = draft;
  return {
    name: draft.name.trim(),
    category,
    severity,
    subject,
    enabled,
    threshold: { ...first, and },
    timeWindow,
    actions: listActions(subject).filter((kind) => draft.actions.includes(kind)),
  };
}

/** When a draft raises an alert, whatever else it lacks; null while that is unclear. */
export function readTrigger(draft: RuleDraft): RuleTrigger | null {
  const { window, conditions: unclear } = findProblems(draft);
  const timeWindow = readWindow(draft);
  if (window || unclear.size > 0 || timeWindow === null) return null;
  return { conditions: draft.conditions.flatMap(readCondition), timeWindow };
}

function readCondition({ metric, operator, value }: ConditionDraft): AlertCondition[] {
  const number = metric === '' ? null : readValue(metric, value);
  return metric === '' || number === null ? [] : [{ metric, operator, value: number }];
}

/**
 * Takes another subject, and leaves out the metrics that are not measured for it. What it can't set
 * off is kept for when the subject changes back.
 */
export function changeSubject(draft: RuleDraft, subject: AlertSubjectKind): RuleDraft {
  const conditions = draft.conditions.map((one) =>
    one.metric !== '' && !canMeasure(one.metric, subject) ? { ...one, metric: '' as const } : one,
  );
  return { ...draft, subject, conditions };
}

export function addCondition(draft: RuleDraft): RuleDraft {
  const id = Math.max(...draft.conditions.map((one) => one.id)) + 1;
  const added: ConditionDraft = { id, metric: '', operator: 'gte', value: '' };
  return { ...draft, conditions: [...draft.conditions, added] };
}

/** What an alert about a subject can set off. */
export function listActions(subject: AlertSubjectKind): AlertActionKind[] {
  return alertActionKinds.filter((kind) => canAct(kind, subject));
}

/** What can be measured about a subject. */
export function listMetrics(subject: AlertSubjectKind): AlertMetricName[] {
  return alertMetricNames.filter((metric) => canMeasure(metric, subject));
}
