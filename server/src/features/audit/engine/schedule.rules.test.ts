import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNextScan } from './schedule.rules.ts';

const timeZone = 'Asia/Kolkata';
const at = (text: string) => new Date(text);

describe('the next audit of the schedule', () => {
  it('is the coming night where there was none', () => {
    const next = findNextScan({
      now: at('2026-11-26T10:00Z'),
      last: null,
      isDaily: false,
      timeZone,
    });
    expect(next).toEqual(at('2026-11-26T21:30Z'));
  });

  it('is a week after the last one, or a day', () => {
    const last = at('2026-11-26T21:37Z');
    const now = at('2026-11-27T08:00Z');
    expect(findNextScan({ now, last, isDaily: false, timeZone })).toEqual(at('2026-12-03T21:30Z'));
    expect(findNextScan({ now, last, isDaily: true, timeZone })).toEqual(at('2026-11-27T21:30Z'));
  });

  it('keeps to the clock of its place where that is changed', () => {
    const last = at('2026-10-24T01:05Z');
    const next = findNextScan({ now: last, last, isDaily: true, timeZone: 'Europe/Berlin' });
    expect(next).toEqual(at('2026-10-25T02:00Z'));
  });

  it('is always after the last one, within the time between two and a day', () => {
    const moments = fc.date({ min: at('2026-01-01'), max: at('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.boolean(), (last, isDaily) => {
        const next = findNextScan({ now: last, last, isDaily, timeZone });
        const days = (next.getTime() - last.getTime()) / 86_400_000;
        expect(days).toBeGreaterThan(isDaily ? 0.9 : 6.9);
        expect(days).toBeLessThan(isDaily ? 2 : 8);
      }),
    );
  });
});
