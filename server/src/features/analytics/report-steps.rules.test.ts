import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findStartOfDay, planSteps } from './report-steps.rules.ts';

const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());
const hoursBetween = (starts: readonly Date[]) =>
  starts.slice(1).map((start, at) => (start.getTime() - (starts[at]?.getTime() ?? 0)) / 3_600_000);

it('begins days at midnight of the time zone, the last one today', () => {
  const now = new Date('2026-11-20T20:00:00Z');
  const { starts, grain } = planSteps('7d', now, 'Asia/Kolkata');
  expect(grain).toBe('day');
  expect(starts).toHaveLength(7);
  // In India it is the 21st already.
  expect(iso(starts.slice(-2))).toEqual(['2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z']);
});

it('has days of 23 and 25 hours where clocks change', () => {
  const spring = planSteps('7d', new Date('2026-03-31T12:00:00Z'), 'Europe/Berlin').starts;
  expect(hoursBetween(spring)).toEqual([24, 24, 24, 24, 23, 24]);
  const autumn = planSteps('30d', new Date('2026-10-26T12:00:00Z'), 'Europe/Berlin').starts;
  expect(hoursBetween(autumn).filter((hours) => hours !== 24)).toEqual([25]);
  expect(iso(autumn.slice(-2))).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
});

it('begins a day without a midnight when clocks were set forward', () => {
  // In Cairo, the 24th of April 2026 begins at one o'clock.
  const at = new Date('2026-04-24T12:00:00Z');
  expect(findStartOfDay(at, 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  // On the 30th of October midnight comes back: the day begins at the first or the second one.
  const later = findStartOfDay(new Date('2026-10-30T12:00:00Z'), 'Africa/Cairo').toISOString();
  expect(later).toBe('2026-10-29T22:00:00.000Z');
});

it('begins hours where hours of the time zone do, and minutes at each fifth', () => {
  const now = new Date('2026-11-20T10:47:30Z');
  const hours = planSteps('24h', now, 'Asia/Kolkata').starts;
  expect([hours.length, hours.at(-1)?.toISOString()]).toEqual([24, '2026-11-20T10:30:00.000Z']);
  const minutes = planSteps('1h', now, 'Asia/Kolkata').starts;
  expect([minutes.length, ...iso(minutes.slice(-1))]).toEqual([12, '2026-11-20T10:45:00.000Z']);
  expect(iso(minutes.slice(0, 1))).toEqual(['2026-11-20T09:50:00.000Z']);
});

it('always contains the present in the last step', () => {
  const zones = fc.constantFrom('Asia/Kolkata', 'America/St_Johns', 'UTC', 'Europe/London');
  const ranges = fc.constantFrom('1h' as const, '24h' as const, '7d' as const, '90d' as const);
  const present = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, ranges, present, (zone, range, now) => {
      const { starts } = planSteps(range, now, zone);
      const agesMs = starts.map((start) => now.getTime() - start.getTime());
      expect(agesMs.at(-1)).toBeGreaterThanOrEqual(0);
      expect(agesMs.at(-1)).toBeLessThan(25.01 * 3_600_000);
      expect(hoursBetween(starts).every((hours) => hours > 0)).toBe(true);
    }),
  );
});
