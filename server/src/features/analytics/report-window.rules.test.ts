import { expect, it } from 'vitest';
import { planDays, planHours } from './report-window.rules.ts';

const zone = 'Asia/Kolkata';
/** 01:40 in India. */
const now = new Date('2026-11-25T20:10:00Z');

it('counts the last hour by the hour that has begun and the one before', () => {
  const { grain, starts, stepLength } = planHours('1h', now, zone);
  expect([grain, stepLength]).toEqual(['hour', 'hour']);
  expect(starts.map((start) => start.toISOString())).toEqual([
    '2026-11-25T18:30:00.000Z',
    '2026-11-25T19:30:00.000Z',
  ]);
  expect(planHours('24h', now, zone).starts).toHaveLength(24);
});

it('covers with days all of a range, by the days of the zone', () => {
  const days = (range: '1h' | '24h' | '7d') =>
    planDays(range, now, zone).map((day) => day.toISOString());
  const [yesterday, today] = ['2026-11-24T18:30:00.000Z', '2026-11-25T18:30:00.000Z'];
  expect(days('1h')).toEqual([today]);
  expect(days('24h')).toEqual([yesterday, today]);
  expect(days('7d')).toHaveLength(7);
});
