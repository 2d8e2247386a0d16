import type { AlertActionKind, AlertStatus, AlertSubjectKind } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { describeFact, describeRule } from './engine.fixture.ts';
import { actsAgain, describeSubject, recurs, reopens } from './raise-alerts.rules.ts';

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
  const times = { count: 1, firstAtMs: 1000, lastAtMs: 1000, metAtMs: [1000] };
  return describeSubject({ rule, key, ...times, last });
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

  it('keeps device and address where they are its subject', () => {
    expect(describeAbout('device', 'device').device_id).toBe('device');
    expect(describeAbout('address', '203.0.113.7').address).toBe('203.0.113.7');
    expect(describeAbout('address', '2001:db8:1:2::/64').address).toBe('203.0.113.7');
  });
});

describe('an open alert', () => {
  const hour = 3_600_000;
  const rule = {
    ...describeRule('rule', {
      timeWindow: hour,
      threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 1 },
    }),
    name: 'A rule',
    category: 'brute_force',
    severity: 'high',
    actions: [],
  } as const;
  // The window covers up to a twentieth more than it says.
  const [soon, later] = [1.04 * hour, 1.1 * hour];
  const comesBack = (status: AlertStatus, metAtMs: number[], lastSeenAtMs = 0) =>
    recurs({ rule, metAtMs }, { status, lastSeenAtMs });

  it('comes back when no event matched for the length of its time window', () => {
    expect(comesBack('active', [soon])).toBe(false);
    expect(comesBack('active', [later])).toBe(true);
    expect(comesBack('acknowledged', [later])).toBe(true);
    expect(comesBack('active', [hour / 2, later])).toBe(false);
    expect(comesBack('active', [hour / 2, 1, 2 * hour])).toBe(true);
    expect(comesBack('active', [1], later)).toBe(false);
  });

  it('does not where its end decides', () => {
    expect(comesBack('resolved', [later])).toBe(false);
    expect(comesBack('suppressed', [later])).toBe(false);
  });

  it('acts again when none of its actions is in force or under way', () => {
    const day = 24 * hour;
    const again = (kind: AlertActionKind, state: string, nowMs: number) =>
      actsAgain(kind, { state, doneAtMs: 0 }, nowMs);
    expect(actsAgain('suspend_playback', undefined, 0)).toBe(true);
    expect(again('suspend_playback', 'done', day - 1)).toBe(false);
    expect(again('suspend_playback', 'done', day)).toBe(true);
    expect(again('suspend_playback', 'undone', 1)).toBe(true);
    expect(again('tighten_rate_limits', 'done', hour - 1)).toBe(false);
    expect(again('tighten_rate_limits', 'done', hour)).toBe(true);
    expect(again('notify', 'done', 1)).toBe(true);
    expect(again('notify', 'waiting', 1)).toBe(false);
    expect(again('revoke_sessions', 'failed', 1)).toBe(true);
  });
});

it('reopens an alert for events after its end, and a suppressed one only when its time is over', () => {
  const known = { resolvedAtMs: null, suppressedUntilMs: null, lastSeenAtMs: 0 };
  const resolved = { ...known, status: 'resolved', resolvedAtMs: 1000 } as const;
  expect([999, 1000, 1001].map((atMs) => reopens(resolved, atMs, 5000))).toEqual([
    false,
    false,
    true,
  ]);
  const silent = { ...known, status: 'suppressed', suppressedUntilMs: 1000 } as const;
  expect([999, 1000].map((nowMs) => reopens(silent, 500, nowMs))).toEqual([false, true]);
  for (const status of ['active', 'acknowledged'] as const) {
    expect(reopens({ ...known, status }, 2000, 5000)).toBe(false);
  }
});
