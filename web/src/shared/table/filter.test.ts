import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCalendarDay } from './calendar-day.ts';
import { type Filter, passes } from './filter.ts';

const days = fc
  .date({
    min: new Date('1901-01-02T00:00:00Z'),
    max: new Date('2100-12-30T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((time) => time.toISOString().slice(0, 10));

test('a text is found in any place, ignoring case', () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-zA-Z ]{1,8}$/), fc.string(), (a, sought, b) => {
      expect(passes({ kind: 'text', value: sought.toUpperCase() }, a + sought + b)).toBe(true);
    }),
  );
  expect(passes({ kind: 'text', value: 'meera' }, 'Meena')).toBe(false);
  expect(passes({ kind: 'text', value: 'मीरा' }, 'डॉ. मीरा जोशी')).toBe(true);
});

test('a select asks for the whole value', () => {
  expect(passes({ kind: 'select', value: 'active' }, 'active')).toBe(true);
  expect(passes({ kind: 'select', value: 'act' }, 'active')).toBe(false);
});

test('a boolean is neither its text nor nothing', () => {
  expect(passes({ kind: 'boolean', value: false }, false)).toBe(true);
  expect(passes({ kind: 'boolean', value: false }, null)).toBe(false);
  expect(passes({ kind: 'boolean', value: true }, 'true')).toBe(false);
});

test('a multiselect takes any of its values, also out of a list', () => {
  const filter: Filter = { kind: 'multiselect', value: ['a', 'b'] };
  expect(passes(filter, 'b')).toBe(true);
  expect(passes(filter, ['c', 'a'])).toBe(true);
  expect(passes(filter, ['c'])).toBe(false);
});

test('a number is compared as one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (a, b) => {
      expect(passes({ kind: 'number', value: a }, b)).toBe(a === b);
    }),
  );
  expect(passes({ kind: 'number', value: 5 }, '5')).toBe(false);
});

test('a number range has both its ends, and an open end lets all pass', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.integer(), (from, width, cell) => {
      const to = from + width;
      const within = (value: { from: number | null; to: number | null }) =>
        passes({ kind: 'numberrange', value }, cell);
      expect(within({ from, to })).toBe(cell >= from && cell <= to);
      expect(within({ from, to: null })).toBe(cell >= from);
      expect(within({ from: null, to })).toBe(cell <= to);
      expect(passes({ kind: 'numberrange', value: { from, to } }, from)).toBe(true);
      expect(passes({ kind: 'numberrange', value: { from, to } }, to)).toBe(true);
    }),
  );
});

describe('days are those of the viewer', () => {
  test('any moment of a day is on that day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399 }), (day, second) => {
        const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
        const time = new Date(year, month - 1, date, 0, 0, second);
        fc.pre(time.getDate() === date);
        expect(passes({ kind: 'date', value: day }, time.toISOString())).toBe(true);
        expect(passes({ kind: 'date', value: day }, time)).toBe(true);
      }),
    );
  });

  test('the day before and the day after are not', () => {
    expect(passes({ kind: 'date', value: '2026-11-20' }, new Date(2026, 10, 21))).toBe(false);
    expect(passes({ kind: 'date', value: '2026-11-20' }, new Date(2026, 10, 19, 23, 59))).toBe(
      false,
    );
  });

  test('a value that is not a day passes no filter', () => {
    for (const cell of [null, '', 'soon', '2026-02-30', 20_261_120, {}]) {
      expect(findCalendarDay(cell)).toBeNull();
      expect(passes({ kind: 'daterange', value: { from: null, to: null } }, cell)).toBe(false);
    }
  });

  test('a range has both its days; open ends reach from 1900 to 2100', () => {
    fc.assert(
      fc.property(days, days, days, (a, b, cell) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const passesWithin = (value: { from: string | null; to: string | null }) =>
          passes({ kind: 'daterange', value }, cell);
        expect(passesWithin({ from, to })).toBe(cell >= from && cell <= to);
        expect(passesWithin({ from: null, to })).toBe(cell <= to);
        expect(passesWithin({ from, to: null })).toBe(cell >= from);
      }),
    );
    const open: Filter = { kind: 'daterange', value: { from: null, to: null } };
    expect(passes(open, '1899-12-31')).toBe(false);
    expect(passes(open, '1900-01-01')).toBe(true);
    expect(passes(open, '2100-12-31')).toBe(true);
    expect(passes(open, '2101-01-01')).toBe(false);
  });
});
