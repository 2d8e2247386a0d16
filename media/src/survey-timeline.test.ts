import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimelineReader } from './survey-timeline.ts';

const read = (...chunks: string[]) => {
  const reader = createTimelineReader();
  for (const chunk of chunks) reader.read(chunk);
  return reader.end();
};
/** As ffmpeg prints pictures of a thirtieth of a second, at the given thirtieths. */
const pictures = (ticks: readonly number[]) =>
  ['#tb 0: 1/30', ...ticks.map((tick) => `0, ${tick}, ${tick}, 1, 100, 0xabc`), ''].join('\n');
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);

test('a recording of a screen has the rate of its movement and another on average', () => {
  const found = read(pictures([...range(0, 60), ...range(60, 660, 30)]));
  expect(found).toMatchObject({ pictures: 80, highestRate: 30 });
  expect(found.averageRate).toBeCloseTo(79 / 21, 1);
});

test('sound counts to the end of the longest track, pictures that are shown late to theirs', () => {
  const text = `${pictures([0, 2, 1])}#tb 1: 1/10\n1, 0, 0, 40\n#tb 2: 1/10\n2, 0, 0, 7\n`;
  expect(read(text)).toMatchObject({ videoSeconds: 0.1, audioSeconds: 4, averageRate: 30 });
});

test('without times of presentation those of decoding count', () => {
  const unknown = '-9223372036854775808';
  expect(read(`#tb 0: 1/25\n0, 24, ${unknown}, 1, 9\n0, ${unknown}, ${unknown}, 1, 9\n`)).toEqual({
    videoSeconds: 1,
    audioSeconds: 0,
    pictures: 1,
    averageRate: 1,
    highestRate: 1,
  });
});

test('it does not matter where the text is split, nor what else it contains', () => {
  const whole = pictures([...range(0, 20, 2), ...range(20, 40)]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length }), fc.string(), (at, noise) => {
      const parted = [whole.slice(0, at), whole.slice(at), `x${noise}`];
      expect(read(...parted)).toEqual(read(whole));
    }),
  );
});
