import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecencyMap } from './recency-map.rules.ts';

describe('a map by recency', () => {
  it('names the oldest entry as a map that is searched from its begin does', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(
      fc.record({ act: fc.constantFrom('set', 'delete'), key }),
      fc.record({ act: fc.constantFrom('clear', 'dropOldest', 'look'), key }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [map, plain] = [createRecencyMap<number>(), new Map<string, number>()];
        for (const [at, { act, key: name }] of steps.entries()) {
          if (act === 'clear') {
            map.clear();
            plain.clear();
          } else if (act === 'set') {
            map.set(name, at);
            plain.delete(name);
            plain.set(name, at);
          } else if (act !== 'look') {
            const gone = act === 'delete' ? name : map.oldest()?.[0];
            if (gone !== undefined) map.delete(gone);
            const expected = act === 'delete' ? name : [...plain.keys()][0];
            if (expected !== undefined) plain.delete(expected);
          }
          if (act === 'look') expect(map.oldest()).toEqual([...plain][0]);
          expect([...map]).toEqual([...plain]);
          expect(map.size).toBe(plain.size);
          expect(map.get(name)).toBe(plain.get(name));
        }
        expect(map.oldest()).toEqual([...plain][0]);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the oldest of many as fast as of few, however many moved on', () => {
    const timeFor = (entries: number) => {
      const map = createRecencyMap<number>();
      for (let i = 0; i < entries; i += 1) map.set(`${i}`, i);
      const begun = performance.now();
      for (let i = 0; i < 100_000; i += 1) {
        map.set(`${i % entries}`, i);
        map.oldest();
      }
      return performance.now() - begun;
    };
    timeFor(100);
    // Searched from the begin each time, it takes seconds.
    expect(timeFor(100_000)).toBeLessThan(20 * timeFor(100) + 400);
  });
});
