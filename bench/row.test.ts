import { expect, it } from 'vitest';
import { computeRatio, judgeRow } from './row.ts';

const against = { what: 'peer', value: 200 };

it('relates our figure to the other', () => {
  expect(computeRatio({ ours: 100, against })).toBe(0.5);
});

it('holds times to a ceiling and rates to a floor, bounds included', () => {
  expect(judgeRow({ ours: 240, against, goal: { atMost: 1.2 } })).toBe('ok');
  expect(judgeRow({ ours: 241, against, goal: { atMost: 1.2 } })).toBe('missed');
  expect(judgeRow({ ours: 100, against, goal: { atLeast: 0.5 } })).toBe('ok');
  expect(judgeRow({ ours: 99, against, goal: { atLeast: 0.5 } })).toBe('missed');
});

it('judges nothing without a goal, and no figure that is not a number', () => {
  expect(judgeRow({ ours: 1, against })).toBe('no goal');
  expect(judgeRow({ ours: Number.NaN, against, goal: { atMost: 1 } })).toBe('missed');
});
