import type { AlertRule } from '@prahari/contract';

/** A built-in rule with an hour and a half as its window. */
export function aRule(said: Partial<AlertRule> = {}): AlertRule {
  return {
    id: '8e4df3a4-1111-4a2b-8c3d-0000000000c1',
    key: 'account_guessed',
    isRenamed: false,
    isForSuperAdmins: false,
    name: 'Password guessing at one account',
    category: 'brute_force',
    severity: 'high',
    enabled: true,
    subject: 'user',
    threshold: { metric: 'failed_sign_ins', operator: 'gte', value: 30, and: [] },
    timeWindow: 5_400_000,
    actions: ['notify'],
    triggerCount: 2,
    version: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...said,
  };
}
