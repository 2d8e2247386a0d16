import type { AlertDetail } from '@prahari/contract';

/** An active alert about a learner, as the detail shows it. */
export function anAlert(said: Partial<AlertDetail> = {}): AlertDetail {
  const at = '2026-11-20T12:00:00.000Z';
  return {
    id: '8e4df3a4-1111-4a2b-8c3d-0000000000a1',
    ruleId: null,
    ruleKey: 'account_guessed',
    title: 'Password guessing at one account',
    category: 'brute_force',
    severity: 'high',
    status: 'active',
    message: 'Password guessing at one account: failed sign ins 30 within 5 min.',
    count: 3,
    createdAt: at,
    updatedAt: at,
    lastSeenAt: at,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    resolution: null,
    dismissedAt: null,
    dismissedBy: null,
    dismissReason: null,
    suppressedUntil: null,
    userId: '8e4df3a4-1111-4a2b-8c3d-000000000001',
    userDetails: { name: 'Asha Verma', contactNumber: '••••••3210', location: 'Pune' },
    subject: { kind: 'user', key: '8e4df3a4-1111-4a2b-8c3d-000000000001' },
    sessionId: null,
    deviceId: null,
    videoId: null,
    country: 'IN',
    metadata: {
      ipAddress: '203.0.113.9',
      userAgent: 'Mozilla/5.0 '.repeat(10),
      timeWindow: 300_000,
    },
    isTest: false,
    timeline: [
      {
        id: '8e4df3a4-1111-4a2b-8c3d-0000000000b1',
        at,
        kind: 'raised',
        by: null,
        claimedBy: null,
        note: null,
        details: {},
      },
    ],
    actions: [],
    ...said,
  };
}
