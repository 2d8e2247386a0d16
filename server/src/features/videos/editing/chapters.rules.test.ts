import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterPlayableChapters, findChapterFault } from './chapters.rules.ts';

const at = (...starts: number[]) =>
  starts.map((startSeconds, i) => ({ startSeconds, title: `Part ${i + 1}` }));

it.each([
  ['none', at(), 60, null],
  ['in order', at(0, 10, 59.9), 60, null],
  ['of unknown length', at(0, 9999), null, null],
  ['twice the same', at(0, 10, 10), 60, 'Chapter 3 does not begin after the chapter before it.'],
  ['backwards', at(10, 0), 60, 'Chapter 2 does not begin after the chapter before it.'],
  ['at the end', at(0, 60), 60, 'Chapter 2 begins after the end of the video.'],
])('chapters %s', (_, chapters, duration, fault) => {
  expect(findChapterFault(chapters, duration)).toBe(fault);
});

it('is good exactly when sorting and taking each once changes nothing', () => {
  const starts = fc.array(fc.nat({ max: 50 }), { maxLength: 6 });
  fc.assert(
    fc.property(starts, fc.nat({ max: 60 }), (given, duration) => {
      const sorted = [...new Set(given)].sort((a, b) => a - b);
      const isGood =
        JSON.stringify(sorted) === JSON.stringify(given) && given.every((s) => s < duration);
      expect(findChapterFault(at(...given), duration) === null).toBe(isGood);
    }),
  );
});

it('offers no chapter behind the end, once that is known', () => {
  expect(filterPlayableChapters(at(0, 59.9, 60, 1000), 60)).toEqual(at(0, 59.9));
  expect(filterPlayableChapters(at(0, 1000), null)).toEqual(at(0, 1000));
});
