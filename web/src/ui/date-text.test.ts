import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, formatDay, listWeeks } from './calendar-days.ts';
import { formatTime, parseDay, parseTime } from './date-text.ts';

const days = fc.nat({ max: 30_000 }).map((count) => addDays('1970-01-01', count));

test('what is shown of a day or a time is read again, in both languages', () => {
  fc.assert(
    fc.property(days, fc.constantFrom('en-IN', 'hi-IN'), (day, locale) => {
      expect(parseDay(formatDay(day, locale), locale)).toBe(day);
    }),
  );
  for (const time of ['00:00', '00:30', '09:05', '12:00', '12:59', '21:30']) {
    for (const locale of ['en-IN', 'hi-IN']) expect(parseTime(formatTime(time, locale))).toBe(time);
  }
});

test.each([
  ['24/11/2026', '2026-11-24'],
  ['24.11.26', '2026-11-24'],
  ['2026-11-24', '2026-11-24'],
  ['24 november 2026', '2026-11-24'],
  ['Nov 24, 2026', '2026-11-24'],
  ['24 नवंबर 2026', '2026-11-24'],
  ['31/02/2026', null],
  ['24/11', null],
  ['24 x 2026', null],
  ['tomorrow', null],
  ['24/11/12026', null],
  ['', null],
])('%j is the day %j', (text, day) => {
  expect(parseDay(text, 'hi-IN')).toBe(day);
});

test.each([
  ['9', '09:00'],
  ['9.30 PM', '21:30'],
  ['12am', '00:00'],
  ['24:00', null],
  ['13 pm', null],
  ['0 am', null],
  ['9:60', null],
  ['noon', null],
])('%j is the time %j', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test('a month has whole weeks that hold each of its days once', () => {
  fc.assert(
    fc.property(days, fc.nat({ max: 6 }), (day, firstWeekday) => {
      const weeks = listWeeks(day, firstWeekday);
      const all = weeks.flat();
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      expect(all.filter((one) => one === day)).toHaveLength(1);
      const first = `${day.slice(0, 7)}-01`;
      expect(all).toContain(addDays(addMonths(first, 1), -1));
      expect(weeks[0]).toContain(first);
    }),
  );
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
});
