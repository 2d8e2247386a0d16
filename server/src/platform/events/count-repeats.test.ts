import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRepeatCounter } from './count-repeats.ts';
import type { EventRow } from './event-row.ts';
import { runWithOrigin } from './request-origin.ts';

const clock = { now: () => new Date() };

function counter() {
  const rows: EventRow[] = [];
  const repeats = createRepeatCounter(clock, (row) => void rows.push(row));
  function refuse(address: string, route: string): void {
    const origin = { address, country: null, userId: null, sessionId: null, deviceId: null };
    runWithOrigin(origin, () =>
      repeats.note('call.limited', (times) => ({ route, userId: null, times })),
    );
  }
  const timesOf = (row: EventRow): number => JSON.parse(row.data).times;
  const sum = () => rows.reduce((total, row) => total + timesOf(row), 0);
  return { rows, refuse, flush: repeats.flush, sum, timesOf };
}

describe('equal events', () => {
  it('are one row at once and one with the number of the others', () => {
    const { rows, refuse, flush, timesOf } = counter();
    for (let n = 0; n < 1000; n += 1) refuse('203.0.113.9', '/a');
    refuse('203.0.113.9', '/b');
    expect(rows.map(timesOf)).toEqual([1, 1]);
    flush();
    expect(rows.map(timesOf)).toEqual([1, 1, 999]);
    expect(rows[2]).toMatchObject({ name: 'call.limited', address: '203.0.113.9' });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    flush();
    refuse('203.0.113.9', '/a');
    expect(rows.map(timesOf)).toEqual([1, 1, 999, 1]);
  });

  it('are each counted once, whatever comes', () => {
    const one = fc.record({ address: fc.nat(3), route: fc.nat(40), flushes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 600, size: 'max' }), (all) => {
        const { refuse, flush, sum } = counter();
        for (const { address, route, flushes } of all) {
          refuse(`192.0.2.${address}`, `/${route}`);
          if (flushes && address === 0 && route < 5) flush();
        }
        flush();
        expect(sum()).toBe(all.length);
      }),
    );
  });
});

describe('an attack', () => {
  it('of one client leaves room for the others, and names the client', () => {
    const { rows, refuse, flush } = counter();
    for (let n = 0; n < 10_000; n += 1) refuse('203.0.113.66', `/${n}`);
    refuse('198.51.100.7', '/a');
    flush();
    expect(rows.filter(({ address }) => address === '198.51.100.7')).toHaveLength(1);
    const crowded = rows.filter(({ name }) => name === 'events.crowded');
    expect(crowded).toMatchObject([{ address: '203.0.113.66' }]);
    expect(rows).toHaveLength(25 + 1 + 1);
  });

  it('of many clients costs no more rows than the bound', () => {
    const { rows, refuse, flush, sum } = counter();
    for (let n = 0; n < 50_000; n += 1) refuse(`2001:db8::${(n % 5000).toString(16)}`, `/${n}`);
    flush();
    expect(rows.length).toBeLessThanOrEqual(100 + 20 + 1);
    expect(sum()).toBe(50_000);
  });
});
