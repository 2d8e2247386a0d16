import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFaults, formatRows, parseChapters, parseRows } from './chapter-rows.ts';

const row = (time: string, title = 'Lenses') => ({ time, title });

describe('rows of chapters', () => {
  test('property: typed rows are read back unchanged', () => {
    const typed = fc.record({
      time: fc.stringMatching(/^[\d:.]{0,8}$/),
      title: fc.string({ maxLength: 20 }).filter((title) => !title.includes('\n')),
    });
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 5 }), (rows) => {
        expect(parseRows(formatRows(rows))).toEqual(rows);
      }),
    );
  });

  test('property: rows without a fault are chapters that the server takes', () => {
    const typed = fc.record({
      time: fc.constantFrom('', '0:00', '0:30', '1:05', '1:00:00', '1:99', 'soon', '2:00.5'),
      title: fc.constantFrom('', ' ', 'Light', 'Lenses 2:00'),
    });
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 6 }), (rows) => {
        if (findFaults(rows, 3000).some((fault) => fault !== null)) return;
        const starts = (parseChapters(formatRows(rows)) ?? [{ startSeconds: -1 }]).map(
          ({ startSeconds }) => startSeconds,
        );
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
        expect(starts.every((start) => start >= 0 && start < 3000)).toBe(true);
      }),
    );
  });

  test('each row is told what is wrong with it', () => {
    const rows = [
      ...[row('0:00'), row('soon'), row('0:10', ' '), row('', ''), row('0:00')],
      ...[row('0:30'), row('10:00')],
    ];
    expect(findFaults(rows, 60)).toEqual([
      ...[null, 'chapterTimeBad', 'chapterTitleMissing', null, 'chapterOrder'],
      ...[null, 'chapterTooLate'],
    ]);
    expect(findFaults([row('10:00')], null)).toEqual([null]);
  });
});
