import { type AlertRule, alertMetrics, newAlertRuleSchema } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import { aRule } from '../testing/a-rule.ts';
import {
  addCondition,
  changeSubject,
  createRuleDraft,
  draftOf,
  findProblems,
  listMetrics,
  readDraft,
} from './rule-draft.ts';

const failedShare = {
  metric: 'failed_sign_in_ratio',
  operator: 'gt',
  value: 0.07,
} as const;

describe('a draft', () => {
  test.each<[string, Partial<AlertRule>]>([
    ['hours and minutes', { timeWindow: 5_400_000 }],
    ['a window of seconds', { timeWindow: 1500 }],
    ['shares', { subject: 'address', threshold: { ...failedShare, and: [failedShare] } }],
  ])('gives back the rule that it was made of: %s', (_, part) => {
    const rule = aRule(part);
    const { id: _i, key: _k, isRenamed: _r, triggerCount: _t, version: _v, ...rest } = rule;
    const { isForSuperAdmins: _s, createdAt: _c, updatedAt: _u, ...written } = rest;
    expect(readDraft(draftOf(rule))).toEqual(written);
  });

  test('shows shares in percent', () => {
    const rule = aRule({ subject: 'address', threshold: { ...failedShare, and: [] } });
    expect(draftOf(rule).conditions[0]?.value).toBe('7');
  });

  test('begins as a rule that lacks only its name', () => {
    const draft = createRuleDraft();
    expect(findProblems(draft)).toEqual({ name: 'missing', conditions: new Map() });
    const rule = readDraft({ ...draft, name: ' Guessing ' });
    expect(rule?.name).toBe('Guessing');
    expect(newAlertRuleSchema.safeParse(rule).success).toBe(true);
  });

  test.each<[string, object, object]>([
    ['no name', { name: '  ' }, { name: 'missing' }],
    ['a long name', { name: 'n'.repeat(121) }, { name: 'long' }],
    ['a window of zero', { hours: '', minutes: '0' }, { window: 'short' }],
    ['a week and a minute', { hours: '168', minutes: '1' }, { window: 'long' }],
    ['words for minutes', { minutes: 'ten' }, { window: 'number' }],
    ['a negative window', { minutes: '-5' }, { window: 'number' }],
  ])('says what is wrong: %s', (_, part, problem) => {
    const draft = { ...createRuleDraft(), name: 'Guessing', ...part };
    expect(findProblems(draft)).toMatchObject(problem);
    expect(readDraft(draft)).toBeNull();
  });

  test('asks for the metric and the value of each condition', () => {
    const draft = addCondition({ ...createRuleDraft(), name: 'Guessing' });
    expect([...findProblems(draft).conditions]).toEqual([[1, 'metric']]);
    const [first, second] = draft.conditions;
    const chosen = { ...draft, conditions: [first!, { ...second!, metric: 'devices' as const }] };
    expect([...findProblems(chosen).conditions]).toEqual([[1, 'value']]);
  });

  test('with another subject leaves out what is not measured for it', () => {
    const draft = { ...createRuleDraft(), name: 'Guessing' };
    expect(changeSubject(draft, 'address').conditions[0]?.metric).toBe('failed_sign_ins');
    const changed = changeSubject(draft, 'video');
    expect(changed.conditions[0]?.metric).toBe('');
    expect(readDraft(changed)).toBeNull();
    expect(listMetrics('video')).toContain('playbacks');
    for (const metric of listMetrics('video')) {
      expect(alertMetrics[metric].subjects).toContain('video');
    }
  });
});
