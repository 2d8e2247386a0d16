import { expect, it } from 'vitest';
import { forEachAtOnce } from './for-each-at-once.ts';

it('does all, and never more at once than it may', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await forEachAtOnce(
    Array.from({ length: 50 }, (_, i) => i),
    4,
    async (i) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      done.push(i);
    },
  );
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
});

it('begins nothing new after a failure, and throws it when the rest has ended', async () => {
  const begun: number[] = [];
  let ended = 0;
  const run = forEachAtOnce([0, 1, 2, 3, 4, 5, 6, 7], 2, async (i) => {
    begun.push(i);
    await new Promise(setImmediate);
    if (i === 1) throw new Error('broken');
    ended += 1;
  });
  await expect(run).rejects.toThrow('broken');
  expect(begun.length).toBeLessThan(5);
  expect(ended).toBe(begun.length - 1);
});
