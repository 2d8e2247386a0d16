import type { AlertSubjectKind } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { describeFact, describeRule } from './engine.fixture.ts';
import { describeSubject } from './raise-alerts.rules.ts';

const userId = '0193c0de-0000-7000-8000-000000000001';
const sessionId = '0193c0de-0000-7000-8000-000000000002';

function describeAbout(subject: AlertSubjectKind, key: string) {
  const fact = describeFact('session.opened', 1000, {
    userId,
    sessionId,
    deviceId: 'device',
    address: '203.0.113.7',
  });
  const rule = {
    ...describeRule('rule', {
      subject,
      threshold: { metric: 'device_accounts', operator: 'gte', value: 1 },
    }),
    name: 'A rule',
    category: 'unusual_device',
    severity: 'medium',
    actions: [],
  } as const;
  const last = { ruleId: rule.id, subject, key, fact, value: 1 };
  return describeSubject({ rule, key, count: 1, firstAtMs: 1000, lastAtMs: 1000, last });
}

describe('the subject of an alert', () => {
  it.each<[AlertSubjectKind, string]>([
    ['user', userId],
    ['session', sessionId],
  ])('is one user for a %s', (kind, key) => {
    expect(describeAbout(kind, key).user_id).toBe(userId);
  });

  it.each<[AlertSubjectKind, string]>([
    ['device', 'device'],
    ['video', '0193c0de-0000-7000-8000-000000000003'],
    ['address', '203.0.113.7'],
    ['network', '203.0.113.0/24'],
    ['system', 'system'],
  ])('is no user for a %s, which several use', (kind, key) => {
    expect(describeAbout(kind, key)).toMatchObject({ user_id: null, session_id: null });
  });

  it('keeps device and address where they are what it is about', () => {
    expect(describeAbout('device', 'device').device_id).toBe('device');
    expect(describeAbout('address', '203.0.113.7').address).toBe('203.0.113.7');
  });
});
