import {
  type AlertCondition,
  type AlertRule,
  alertMetrics,
  alertSeverities,
  type EventCatalogue,
} from '@prahari/contract';

export type Weakening = EventCatalogue['alert-rule.weakened']['change'];

/** What a rule notices and tells. */
export type JudgedRule = Pick<
  AlertRule,
  'enabled' | 'severity' | 'subject' | 'threshold' | 'timeWindow' | 'actions'
>;

/**
 * Tells how a change makes a rule notice or tell less; null when it can't, as of a rule that was off.
 * What can't be compared counts as less: the reader of the alert judges it.
 * @param after null when the rule is deleted
 */
export function findWeakening(before: JudgedRule, after: JudgedRule | null): Weakening | null {
  if (!before.enabled) return null;
  if (!after) return 'deleted';
  if (!after.enabled) return 'switched-off';
  return tellsLess(before, after) || noticesLess(before, after) ? 'changed' : null;
}

function tellsLess(before: JudgedRule, after: JudgedRule): boolean {
  // The most serious stands first.
  const rank = ({ severity }: JudgedRule) => alertSeverities.indexOf(severity);
  const isMilder = rank(after) > rank(before);
  return isMilder || before.actions.some((action) => !after.actions.includes(action));
}

function noticesLess(before: JudgedRule, after: JudgedRule): boolean {
  if (before.subject !== after.subject || isNarrower(before, after)) return true;
  if (!isAsWide(before.threshold, after.threshold)) return true;
  // Each condition is one more that must hold: those that are new, or harder to meet, keep it silent.
  return !after.threshold.and.every((condition) =>
    before.threshold.and.some((known) => isAsWide(known, condition)),
  );
}

/** A longer window holds more of what is counted; of a share or an average it may hold less. */
function isNarrower(before: JudgedRule, after: JudgedRule): boolean {
  if (before.timeWindow === after.timeWindow) return false;
  return after.timeWindow < before.timeWindow || !listConditions(after).every(grows);
}

const listConditions = ({ threshold }: JudgedRule): readonly AlertCondition[] => [
  threshold,
  ...threshold.and,
];

const grows = ({ metric, operator }: AlertCondition) =>
  alertMetrics[metric].kind !== 'ratio' && (operator === 'gt' || operator === 'gte');

/** Tells whether all values that met a condition meet the other one, too. */
function isAsWide(before: AlertCondition, after: AlertCondition): boolean {
  if (before.metric !== after.metric || before.operator !== after.operator) return false;
  switch (before.operator) {
    case 'gt':
    case 'gte':
      return after.value <= before.value;
    case 'lt':
    case 'lte':
      return after.value >= before.value;
    case 'eq':
    case 'ne':
      return after.value === before.value;
  }
}
