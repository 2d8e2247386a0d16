import { expect, test } from 'vitest';
import type { Progress } from './progress.ts';
import { createWholeProgress } from './whole-progress.ts';

function open(total: number) {
  const told: Progress[] = [];
  const report = createWholeProgress(total, (progress) => told.push(progress));
  return { report, last: () => told.at(-1)?.fraction };
}
const within = (fraction: number) => ({ fraction, speed: 2, etaSeconds: 1 });

test('parts of all workers add up, and none counts twice when it is fetched', () => {
  const { report, last } = open(100);
  report.done(10, 'earlier-try');
  report.within(20, within(0.5));
  report.elsewhere(30);
  expect(last()).toBeCloseTo(0.5);
  report.done(20, 'here');
  expect(last()).toBeCloseTo(0.6);
  report.done(30, 'others');
  expect(last()).toBeCloseTo(0.6);
  report.elsewhere(0);
  report.done(40, 'here');
  expect(last()).toBe(1);
});

test('it does not fall when another gives a part back', () => {
  const { report, last } = open(100);
  report.elsewhere(40);
  report.elsewhere(0);
  expect(last()).toBeCloseTo(0.4);
  report.within(50, within(0.9));
  expect(last()).toBeCloseTo(0.45);
});
