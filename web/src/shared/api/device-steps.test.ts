import { expect, test } from 'vitest';
import { stepAfter, takenOf } from './device-steps.ts';

let made = 0;
function newLabel(): string {
  made += 1;
  return `label ${made}`;
}

test('a step is the same until the server took it, and the next goes on from it', () => {
  const first = stepAfter(undefined, newLabel);
  expect(stepAfter(first, newLabel)).toBe(first);
  const taken = takenOf(first, first.step);
  const second = stepAfter(taken, newLabel);
  expect(second).toMatchObject({ step: { from: first.step.to, count: 2 }, isTaken: false });
  expect(second.step.to).not.toBe(first.step.to);
});

test('a late word of an old step changes nothing', () => {
  const first = stepAfter(undefined, newLabel);
  const second = stepAfter(takenOf(first, first.step), newLabel);
  expect(takenOf(second, first.step)).toBe(second);
  expect(takenOf(undefined, first.step)).toBeUndefined();
});
