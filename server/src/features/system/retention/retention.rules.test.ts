import { expect, it } from 'vitest';
import { planRetention } from './retention.rules.ts';

const now = new Date('2026-11-20T00:30:00Z');

it('keeps each kind for as long as it is of use', () => {
  expect(planRetention({ eventRetentionDays: 400, sessionRetentionDays: 30 }, now)).toEqual({
    events: new Date('2025-10-16T00:30:00Z'),
    sessions: new Date('2026-10-21T00:30:00Z'),
    secrets: new Date('2026-11-19T00:30:00Z'),
    counters: new Date('2026-11-19T23:30:00Z'),
  });
});
