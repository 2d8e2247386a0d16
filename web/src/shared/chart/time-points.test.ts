import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTimePoints } from './time-points.ts';

const MINUTE_MS = 60_000;

function make(from: string, { count, minutes }: { count: number; minutes: number }, zone: string) {
  const start = new Date(from).getTime();
  const times = Array.from({ length: count }, (_, at) =>
    new Date(start + at * minutes * MINUTE_MS).toISOString(),
  );
  return makeTimePoints(times, {
    locale: 'en-GB',
    timeZone: zone,
    isDaily: minutes === 24 * 60,
    writeName: (time) => time.toISOString(),
  });
}

/** The labels of the most landmarks that are no more than so many. */
function listMost(points: ReturnType<typeof make>, room: number) {
  const ranks = [...new Set(points.map(({ rank = 0 }) => rank))].sort((a, b) => a - b);
  const least = ranks.find(
    (rank) => points.filter((one) => (one.rank ?? 0) >= rank).length <= room,
  );
  return points.filter((one) => (one.rank ?? 0) >= (least ?? 0)).map(({ label }) => label);
}

test('landmarks are the round times of the zone', () => {
  const hour = make('2026-11-20T10:17:00Z', { count: 60, minutes: 1 }, 'Asia/Kolkata');
  expect(listMost(hour, 6)).toEqual(['16:00', '16:15', '16:30', '16:45']);
  const day = make('2026-11-20T10:30:00Z', { count: 24, minutes: 60 }, 'Asia/Kolkata');
  expect(listMost(day, 6)).toEqual(['18:00', '21 Nov', '6:00', '12:00']);
  const week = make('2026-11-20T10:30:00Z', { count: 168, minutes: 60 }, 'Asia/Kolkata');
  expect(listMost(week, 8)).toHaveLength(7);
  const month = make('2026-10-31T18:30:00Z', { count: 30, minutes: 24 * 60 }, 'Asia/Kolkata');
  // Mondays.
  expect(listMost(month, 6)).toEqual(['2 Nov', '9 Nov', '16 Nov', '23 Nov', '30 Nov']);
});

test('hours of a clock that is half an hour off are still even, each day at its first', () => {
  const day = make('2026-11-20T10:00:00Z', { count: 24, minutes: 60 }, 'Asia/Kolkata');
  expect(listMost(day, 6)).toEqual(['18:30', '21 Nov', '6:30', '12:30']);
});

test('steps that a round time is no multiple of are not stretched to it', () => {
  const points = make('2026-11-20T10:00:00Z', { count: 12, minutes: 10 }, 'UTC');
  expect(listMost(points, 8)).toEqual(['10:00', '10:30', '11:00', '11:30']);
});

test('landmarks of any start and rank are evenly far apart', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 * 24 * 60 }),
      fc.constantFrom(1, 5, 60),
      fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Kathmandu'),
      (offset, minutes, zone) => {
        const start = Date.UTC(2026, 10, 1) + offset * MINUTE_MS;
        const from = new Date(Math.floor(start / (minutes * MINUTE_MS)) * minutes * MINUTE_MS);
        const points = make(from.toISOString(), { count: 60, minutes }, zone);
        for (const least of new Set(points.map(({ rank = 0 }) => rank))) {
          const at = points.flatMap(({ rank = 0 }, index) => (rank >= least ? [index] : []));
          const steps = at.slice(1).map((index, before) => index - (at[before] ?? 0));
          expect(new Set(steps).size).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

test('a point alone is no landmark', () => {
  const [point] = make('2026-11-20T00:00:00Z', { count: 1, minutes: 60 }, 'UTC');
  expect(point?.rank).toBe(0);
});
