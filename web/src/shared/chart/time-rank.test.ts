import { expect, test } from 'vitest';
import { createTimeRank } from './time-rank.ts';

test('hours are rounder than their quarters, in the zone that is asked for', () => {
  const inIndia = createTimeRank('time', 'Asia/Kolkata');
  // Half an hour beside UTC.
  const at = (time: string) => inIndia(new Date(`2026-11-20T${time}Z`));
  const [midnight, noon, three, one, half, quarter, five, none] = [
    at('18:30:00'),
    at('06:30:00'),
    at('09:30:00'),
    at('07:30:00'),
    at('08:00:00'),
    at('08:15:00'),
    at('08:20:00'),
    at('08:21:00'),
  ];
  const ranks = [midnight, noon, three, one, half, quarter, five, none];
  expect(ranks).toEqual([8, 7, 5, 4, 3, 2, 1, 0]);
  expect(at('18:30:20')).toBe(0);
});

test('of days Mondays are round, every fourth most', () => {
  const rank = createTimeRank('day', 'UTC');
  const days = [...Array(56).keys()].map((at) => new Date(Date.UTC(2026, 10, 1 + at)));
  const ranks = days.map(rank);
  expect(days.filter((_, at) => ranks[at]! > 0).every((day) => day.getUTCDay() === 1)).toBe(true);
  const mondays = ranks.filter((one) => one > 0);
  const first = mondays.indexOf(3);
  expect(mondays.slice(first, first + 5)).toEqual([3, 1, 2, 1, 3]);
});
