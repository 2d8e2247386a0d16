import type { AlertCondition } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { findWeakening, type JudgedRule } from './weakened-rule.rules.ts';

const also: AlertCondition = { metric: 'accounts_tried', operator: 'gte', value: 5 };
const rule: JudgedRule = {
  enabled: true,
  severity: 'high',
  subject: 'address',
  threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 15, and: [also] },
  timeWindow: 60_000,
  actions: ['notify', 'tighten_rate_limits'],
};
const { threshold } = rule;
const share: AlertCondition = { metric: 'failed_sign_in_ratio', operator: 'lte', value: 0.9 };
const ofShare = { ...rule, threshold: { ...threshold, and: [share] } };

describe('a changed alert rule', () => {
  it.each<[string, JudgedRule, JudgedRule | null, ReturnType<typeof findWeakening>]>([
    ['deleted', rule, null, 'deleted'],
    ['off', rule, { ...rule, enabled: false }, 'switched-off'],
    ['milder', rule, { ...rule, severity: 'low' }, 'changed'],
    ['telling no more', rule, { ...rule, actions: ['tighten_rate_limits'] }, 'changed'],
    ['about others', rule, { ...rule, subject: 'device' }, 'changed'],
    ['with more needed', rule, { ...rule, threshold: { ...threshold, value: 16 } }, 'changed'],
    ['equal only', rule, { ...rule, threshold: { ...threshold, operator: 'eq' } }, 'changed'],
    [
      'with one condition more',
      rule,
      { ...rule, threshold: { ...threshold, and: [also, share] } },
      'changed',
    ],
    [
      'with a harder condition',
      rule,
      { ...rule, threshold: { ...threshold, and: [{ ...also, value: 6 }] } },
      'changed',
    ],
    [
      'with a lower most',
      ofShare,
      { ...rule, threshold: { ...threshold, and: [{ ...share, value: 0.8 }] } },
      'changed',
    ],
    ['with a shorter window', rule, { ...rule, timeWindow: 59_000 }, 'changed'],
    ['with a longer window of a share', ofShare, { ...ofShare, timeWindow: 61_000 }, 'changed'],
  ])('is weaker: %s', (_, before, after, change) => {
    expect(findWeakening(before, after)).toBe(change);
  });

  it.each<[string, JudgedRule, JudgedRule | null]>([
    ['the same', rule, { ...rule }],
    ['more severe', rule, { ...rule, severity: 'critical' }],
    ['with less needed', rule, { ...rule, threshold: { ...threshold, value: 14 } }],
    ['with a condition less', rule, { ...rule, threshold: { ...threshold, and: [] } }],
    ['with a longer window', rule, { ...rule, timeWindow: 61_000 }],
    ['off before', { ...rule, enabled: false }, null],
    ['on again', { ...rule, enabled: false }, rule],
  ])('is no weaker: %s', (_, before, after) => {
    expect(findWeakening(before, after)).toBeNull();
  });
});
