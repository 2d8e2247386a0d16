import type { ActivityItem } from '@prahari/contract';

/** A lesson that a learner opened. */
export function anItem(said: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id: '0199f3c0-0000-7000-8000-0000000000e1',
    at: '2026-11-20T12:00:00.000Z',
    name: 'playback.opened',
    severity: 'info',
    user: { id: '8e4df3a4-1111-4a2b-8c3d-000000000001', name: 'Asha Verma' },
    by: null,
    video: { id: '0199f3c0-0000-7000-8000-0000000000f1', title: 'The water cycle' },
    sessionId: '0199f3c0-0000-7000-8000-0000000000c1',
    deviceId: 'a-device-key-thumbprint',
    address: '203.0.113.9',
    country: 'IN',
    details: {},
    ...said,
  };
}
