import * as z from 'zod/mini';
import { type AlertMetricName, alertMetrics } from './alert-metrics.ts';
import {
  type AlertActionKind,
  type AlertSubjectKind,
  alertActionKinds,
  alertCategories,
  alertSeverities,
  alertSubjectKinds,
} from './alerts.ts';
import { idSchema, instantSchema, noNul } from './fields.ts';

export const alertOperators = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;
export type AlertOperator = (typeof alertOperators)[number];

export const alertRuleLimits = {
  name: 120,
  conditions: 5,
  windowMs: { min: 1000, max: 7 * 86_400_000 },
} as const;

/** From here on a rule that comes with Prahari raises an alert; administrators may have changed it. */
export const builtInLimits = { loopDelayMs: 200, failedPlaybackRatio: 0.2 } as const;

const isMetric = (name: string): name is AlertMetricName => Object.hasOwn(alertMetrics, name);

/** The names of all metrics. */
export const alertMetricNames = Object.keys(alertMetrics).filter(isMetric);

export const alertConditionSchema = z.object({
  metric: z.enum(alertMetricNames),
  operator: z.enum(alertOperators),
  value: z.number(),
});
export type AlertCondition = z.infer<typeof alertConditionSchema>;

const ruleFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(alertRuleLimits.name), noNul),
  category: z.enum(alertCategories),
  severity: z.enum(alertSeverities),
  enabled: z.boolean(),
  /** One alert for each. */
  subject: z.enum(alertSubjectKinds),
  /**
   * Judged at each event that counts for its metric. `and`: what must hold at that moment, too, for
   * the same subject and time window.
   */
  threshold: z.extend(alertConditionSchema, {
    and: z.array(alertConditionSchema).check(z.maxLength(alertRuleLimits.conditions)),
  }),
  /** In ms. */
  timeWindow: z
    .int()
    .check(z.gte(alertRuleLimits.windowMs.min), z.lte(alertRuleLimits.windowMs.max)),
  actions: z.array(z.enum(alertActionKinds)).check(z.maxLength(alertActionKinds.length)),
} as const;

/** Tells whether a metric can be asked for about such a subject. */
export function canMeasure(metric: AlertMetricName, subject: AlertSubjectKind): boolean {
  const { subjects }: { readonly subjects: readonly AlertSubjectKind[] } = alertMetrics[metric];
  return subjects.includes(subject);
}

const ofUser: readonly AlertSubjectKind[] = ['user', 'session'];
/** What an action needs: the user that it affects, or the address of the caller. */
const actionSubjects: Readonly<Record<AlertActionKind, readonly AlertSubjectKind[]>> = {
  notify: alertSubjectKinds,
  revoke_sessions: ofUser,
  block_user: ofUser,
  suspend_playback: ofUser,
  tighten_rate_limits: [...ofUser, 'device', 'address', 'network'],
};

/** Tells whether an alert about such a subject can set off an action. */
export function canAct(action: AlertActionKind, subject: AlertSubjectKind): boolean {
  return actionSubjects[action].includes(subject);
}

/** Measures of what administrators alone do, or nearly so. */
const ofAdministrators: ReadonlySet<AlertMetricName> = new Set<AlertMetricName>([
  'exports',
  'exported_rows',
  'granted_rights',
  'own_rights_changes',
  'weakened_rules',
]);

/** Tells whether a rule watches what administrators do, by any of its conditions. */
export function watchesAdministrators({ threshold }: Pick<NewAlertRule, 'threshold'>): boolean {
  return [threshold, ...threshold.and].some(({ metric }) => ofAdministrators.has(metric));
}

/** Tells whether a rule does more about users than telling of them. */
export function actsOnUsers({ actions }: Pick<NewAlertRule, 'actions'>): boolean {
  return actions.some((action) => actionSubjects[action] === ofUser);
}

/** What an administrator writes. */
export const newAlertRuleSchema = z.object(ruleFields).check(
  z.refine(({ subject, threshold }) => canMeasure(threshold.metric, subject), {
    path: ['threshold', 'metric'],
    error: 'This metric is not measured for this subject.',
  }),
  z.refine(
    ({ subject, threshold }) => threshold.and.every((one) => canMeasure(one.metric, subject)),
    {
      path: ['threshold', 'and'],
      error: 'One of these metrics is not measured for this subject.',
    },
  ),
  z.refine(({ actions }) => new Set(actions).size === actions.length, {
    path: ['actions'],
    error: 'Each action at most once.',
  }),
  z.refine(({ subject, actions }) => actions.every((action) => canAct(action, subject)), {
    path: ['actions'],
    error: 'One of these actions is not possible for this subject.',
  }),
);
export type NewAlertRule = z.infer<typeof newAlertRuleSchema>;

/** A rule as the server gives it (specification, section 3). */
export const alertRuleSchema = z.object({
  ...ruleFields,
  id: idSchema,
  /** Names a built-in rule, whose name clients have in their own languages. */
  key: z.nullable(z.string()),
  /** Whether an administrator gave a built-in rule a name, which is shown in every language. */
  isRenamed: z.boolean(),
  /**
   * Whether only a super administrator may change, switch or delete it: it watches administrators,
   * or acts on them too.
   */
  isForSuperAdmins: z.boolean(),
  /** How often it opened an alert, or met an open one again after a pause. */
  triggerCount: z.int(),
  version: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type AlertRule = z.infer<typeof alertRuleSchema>;

/** What a rule would have raised. */
export const ruleDryRunSchema = z.object({
  /** False when there were more events than are read at once; those read are the oldest. */
  isComplete: z.boolean(),
  events: z.int(),
  from: instantSchema,
  to: instantSchema,
  /** Alerts, one for each subject; the first of them are listed. */
  total: z.int(),
  alerts: z.array(
    z.object({
      /** Users have a name, too. */
      subject: z.object({
        kind: z.enum(alertSubjectKinds),
        key: z.string(),
        name: z.nullable(z.string()),
      }),
      count: z.int(),
      firstSeenAt: instantSchema,
      lastSeenAt: instantSchema,
      value: z.number(),
    }),
  ),
});
export type RuleDryRun = z.infer<typeof ruleDryRunSchema>;
