import { expect, it } from 'vitest';
import { createUsual } from './usual.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of one hour on a day: so many sign-ins, of which so many fail. */
function fill(usual: ReturnType<typeof createUsual>, day: number, [all, failed]: [number, number]) {
  let share: number | undefined;
  for (let i = 0; i < all; i += 1) {
    const name = i < failed ? 'sign-in.refused' : 'session.opened';
    share = usual.observe({ name, atMs: day * dayMs + 9 * hourMs });
  }
  return share;
}

it('is the median of this hour on the days before, once there are three', () => {
  const usual = createUsual();
  expect(fill(usual, 0, [90, 9])).toBeUndefined();
  expect(fill(usual, 1, [90, 90])).toBeUndefined();
  expect(fill(usual, 2, [90, 19])).toBeUndefined();
  expect(fill(usual, 3, [50, 50])).toBe(0.2);
  expect(usual.observe({ name: 'device.refused', atMs: 4 * dayMs })).toBeUndefined();
});

it('expects one of ten to fail at an hour without sign-ins', () => {
  const usual = createUsual();
  for (const day of [0, 1, 2]) fill(usual, day, [90, 45]);
  expect(usual.observe({ name: 'session.opened', atMs: 3 * dayMs + 12 * hourMs })).toBe(0.1);
});

it('forgets days older than a week, and keeps the rest when saved', () => {
  const usual = createUsual();
  fill(usual, 0, [90, 90]);
  for (let day = 1; day <= 30; day += 1) fill(usual, day, [90, 9]);
  expect(usual.save().length).toBeLessThanOrEqual(9);
  const restored = createUsual();
  restored.load(JSON.parse(JSON.stringify(usual.save())));
  const next = { name: 'session.opened', atMs: 31 * dayMs + 9 * hourMs };
  expect(restored.observe(next)).toBe(0.1);
  expect(usual.observe(next)).toBe(0.1);
  restored.load([]);
  expect(restored.observe(next)).toBeUndefined();
});
