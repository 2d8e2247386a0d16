import { expect, test } from 'vitest';
import { keepTakenStep, planStep } from './device-steps.ts';

let made = 0;
function newLabel(): string {
  made += 1;
  return `label ${made}`;
}

test('a step is the same until the server has accepted it, and the next continues from it', () => {
  const first = planStep(undefined, newLabel);
  expect(planStep(first, newLabel)).toBe(first);
  const taken = keepTakenStep(first, first.step);
  const second = planStep(taken, newLabel);
  expect(second).toMatchObject({ step: { from: first.step.to, count: 2 }, isTaken: false });
  expect(second.step.to).not.toBe(first.step.to);
});

test('a late word of an old step changes nothing', () => {
  const first = planStep(undefined, newLabel);
  const second = planStep(keepTakenStep(first, first.step), newLabel);
  expect(keepTakenStep(second, first.step)).toBe(second);
  expect(keepTakenStep(undefined, first.step)).toBeUndefined();
});
