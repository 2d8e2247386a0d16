import { expect, test } from 'vitest';
import { joinSteps } from './chart-steps.ts';

const steps = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ timestamp: `step ${at}`, value: at }));

test.each([
  [12, 2, 6],
  [24, 4, 6],
  [7, 1, 7],
  [30, 5, 6],
  [90, 15, 6],
  [1, 1, 1],
  [0, 1, 0],
])('%s steps are shown by %s, as %s points, and none is left out', (count, size, shown) => {
  const all = steps(count);
  const joined = joinSteps(all, 7);
  expect([joined.size, joined.points.length]).toEqual([size, shown]);
  const sum = (points: typeof joined.points) =>
    points.reduce((total, { value }) => total + value, 0);
  expect(sum(joined.points)).toBe(sum(all));
  expect(joined.points[0]?.timestamp).toBe(all[0]?.timestamp);
});
