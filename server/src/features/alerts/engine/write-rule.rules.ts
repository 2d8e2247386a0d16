import type {
  AlertActionKind,
  AlertCategory,
  AlertCondition,
  AlertMetricName,
  AlertSeverity,
  AlertSubjectKind,
} from '@prahari/contract';

/** A rule that is there from the start. Administrators may change it, and keep what they changed;
 * one that they never edited follows the product. */
export interface BuiltInRule {
  readonly key: string;
  readonly name: string;
  readonly category: AlertCategory;
  readonly severity: AlertSeverity;
  readonly subject: AlertSubjectKind;
  readonly threshold: AlertCondition & { readonly and: readonly AlertCondition[] };
  readonly timeWindow: number;
  readonly actions: readonly AlertActionKind[];
}

export const minutes = 60_000;
export const hours = 60 * minutes;
export const days = 24 * hours;

export const atLeast = (metric: AlertMetricName, value: number): AlertCondition => ({
  metric,
  operator: 'gte',
  value,
});

interface WrittenRule extends Omit<BuiltInRule, 'category' | 'threshold' | 'actions'> {
  /** All of them have to hold. */
  readonly when: readonly [AlertCondition, ...AlertCondition[]];
  /** Left out: a notification, and nothing at all where the severity is low. */
  readonly actions?: readonly AlertActionKind[];
}

/** Makes the rules of one category. */
export function rulesOf(category: AlertCategory) {
  return ({ when: [first, ...and], ...rule }: WrittenRule): BuiltInRule => ({
    ...rule,
    category,
    threshold: { ...first, and },
    actions: rule.actions ?? (rule.severity === 'low' ? [] : ['notify']),
  });
}
