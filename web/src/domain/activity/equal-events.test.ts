import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTimes, foldEqual } from './equal-events.ts';
import { anItem } from './testing/an-item.ts';

const refused = (id: string, details: Record<string, unknown> = {}) =>
  anItem({ id, name: 'sign-in.refused', at: `2026-11-20T12:00:0${id}.000Z`, details });

test('equal events next to each other are one, with how often it happened', () => {
  const other = anItem({ id: '7' });
  const items = [refused('9'), refused('8', { times: 3 }), other, refused('6')];
  const runs = foldEqual(items);
  expect(runs.map(({ events }) => events.map(({ id }) => id))).toEqual([['9', '8'], ['7'], ['6']]);
  expect(runs[0]?.item).toEqual({ ...refused('9'), details: { times: 4 } });
  expect(runs[1]?.item).toBe(other);
});

test.each([
  { severity: 'high' as const },
  { user: null },
  { by: { id: 'b', name: 'B' } },
  { video: null },
  { sessionId: null },
  { deviceId: 'another' },
  { address: '203.0.113.10' },
  { country: null },
  { details: { route: '/x' } },
])('one that differs in %o stands apart', (said) => {
  expect(foldEqual([anItem(), anItem(said)])).toHaveLength(2);
});

test('details are equal in any order', () => {
  const details = [
    { route: '/x', code: 'ACCESS_DENIED' },
    { code: 'ACCESS_DENIED', route: '/x', times: 2 },
  ];
  expect(foldEqual(details.map((each) => anItem({ details: each })))).toHaveLength(1);
});

test('no event is lost, none counts twice, and their order stays', () => {
  const anyItem = fc
    .record({
      name: fc.constantFrom('sign-in.refused', 'call.refused'),
      address: fc.constantFrom('203.0.113.1', null),
      times: fc.constantFrom(undefined, 1, 2, 5, 'x'),
    })
    .map(({ name, address, times }) => anItem({ name, address, details: times ? { times } : {} }));
  fc.assert(
    fc.property(fc.array(anyItem), (items) => {
      const runs = foldEqual(items);
      expect(runs.flatMap(({ events }) => events)).toEqual(items);
      const sum = (all: typeof items) => all.reduce((total, one) => total + countTimes(one), 0);
      expect(sum(runs.map(({ item }) => item))).toBe(sum(items));
      for (const [at, { item }] of runs.entries()) {
        const next = runs[at + 1]?.item;
        expect([next?.name, next?.address]).not.toEqual([item.name, item.address]);
      }
    }),
  );
});
