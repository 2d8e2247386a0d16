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

/** Makes the rules of one category. */
export function rulesOf(category: AlertCategory) {
  return (
    key: string,
    severity: AlertSeverity,
    name: string,
    [subject, first, ...and]: readonly [AlertSubjectKind, AlertCondition, ...AlertCondition[]],
    timeWindow: number,
    actions: readonly AlertActionKind[] = severity === 'low' ? [] : ['notify'],
  ): BuiltInRule => ({
    key,
    name,
    category,
    severity,
    subject,
    threshold: { ...first, and },
    timeWindow,
    actions,
  });
}
