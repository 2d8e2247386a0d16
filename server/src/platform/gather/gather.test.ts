import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { gather } from './gather.ts';

/** Holds each statement until it is let go. */
function heldLoad() {
  const statements: { items: readonly number[]; go(error?: Error): void }[] = [];
  const load = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const go = (error?: Error) =>
        error ? reject(error) : resolve(items.map((item) => item * 10));
      statements.push({ items, go });
    });
  const started = async (count: number) => {
    await vi.waitUntil(() => statements.length >= count, { interval: 1, timeout: 20_000 });
    return statements[count - 1]!;
  };
  return { load, statements, started };
}

describe('gather', () => {
  it('sends concurrent requests together, and those that arrive during a call in the next one', async () => {
    const { load, started, statements } = heldLoad();
    const ask = gather(load);
    const first = [ask(1), ask(2)];
    const one = await started(1);
    const second = [ask(3), ask(4), ask(5)];
    one.go();
    (await started(2)).go();
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50]);
    expect(statements.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('never answers from before the question', async () => {
    let state = 'before';
    const ask = gather(async (items: readonly string[]) => {
      const read = state;
      await new Promise(setImmediate);
      return items.map(() => read);
    });
    const early = ask('x');
    await new Promise(setImmediate);
    state = 'after';
    expect(await ask('x')).toBe('after');
    await early;
  });

  it('lets no caller fail because of another', async () => {
    const ask = gather(async (items: readonly number[]) => {
      if (items.includes(13)) throw new Error('unlucky');
      return items;
    });
    const settled = await Promise.allSettled([ask(1), ask(13), ask(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await ask(4)).toBe(4);
  });

  it('answers everybody in bounded statements', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (items, atMost) => {
          const sizes: number[] = [];
          const ask = gather(
            async (some: readonly number[]) => {
              sizes.push(some.length);
              return some.map((item) => item + 1);
            },
            { atMost },
          );
          expect(await Promise.all(items.map(ask))).toEqual(items.map((item) => item + 1));
          expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(atMost);
        },
      ),
    );
  });

  it('waits for company after a statement of many, and for none after one alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { load, started, statements } = heldLoad();
      const ask = gather(load, { pauseMs: 60_000 });
      const many = [ask(1), ask(2), ask(3)];
      (await started(1)).go();
      await Promise.all(many);
      const next = [ask(4), ask(5)];
      await new Promise(setImmediate);
      expect(statements).toHaveLength(1);
      next.push(ask(6));
      await vi.advanceTimersByTimeAsync(60_000);
      (await started(2)).go();
      await Promise.all(next);
      expect(statements[1]?.items).toEqual([4, 5, 6]);
      await vi.advanceTimersByTimeAsync(60_000);
      const alone = ask(7);
      (await started(3)).go();
      await alone;
      void ask(8);
      await started(4);
    } finally {
      vi.useRealTimers();
    }
  });
});
