import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTrend, planTrend, startOfInterval } from './alert-trends.rules.ts';

const now = new Date('2026-03-10T20:10:00Z');

it('shows hours of a day', () => {
  const trend = fillTrend(planTrend('24h', now, 0), new Map());
  expect(trend.length).toBe(25);
  expect(trend[0]).toEqual({ date: '2026-03-09T20:00:00.000Z', count: 0 });
  expect(trend.at(-1)?.date).toBe('2026-03-10T20:00:00.000Z');
});

it('begins days at midnight of the reader', () => {
  // 20:10 UTC is 01:40 of the next day in India.
  const plan = planTrend('7d', now, 330);
  expect(
    fillTrend(plan, new Map([[startOfInterval(plan, plan.last).getTime(), 3]])).at(-1),
  ).toEqual({
    date: '2026-03-10T18:30:00.000Z',
    count: 3,
  });
});

it('property: every moment of the range lies in one interval of the plan', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('1h', '24h', '7d', '30d', '90d'),
      fc.integer({ min: -840, max: 840 }),
      fc.integer({ min: 0, max: 3_600_000 }),
      (range, offset, backMs) => {
        const plan = planTrend(range, now, offset);
        const atMs = now.getTime() - backMs;
        const number = Math.floor((atMs / 1000 + plan.shiftSeconds) / plan.seconds);
        expect(number).toBeGreaterThanOrEqual(plan.first);
        expect(number).toBeLessThanOrEqual(plan.last);
        expect(startOfInterval(plan, number).getTime()).toBeLessThanOrEqual(atMs);
        expect(startOfInterval(plan, number + 1).getTime()).toBeGreaterThan(atMs);
      },
    ),
  );
});
