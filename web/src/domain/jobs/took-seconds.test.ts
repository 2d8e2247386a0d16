import { expect, test } from 'vitest';
import { computeTookSeconds } from './took-seconds.ts';

test('a step is said to have taken whole seconds once it is finished', () => {
  const startedAt = '2026-01-01T00:00:00.000Z';
  const until = (finishedAt: string | null) => computeTookSeconds({ startedAt, finishedAt });
  expect(until(null)).toBeNull();
  expect(until('2026-01-01T00:00:00.200Z')).toBe(1);
  expect(until('2026-01-01T01:00:07.600Z')).toBe(3608);
  expect(computeTookSeconds({ startedAt: null, finishedAt: null })).toBeNull();
});
