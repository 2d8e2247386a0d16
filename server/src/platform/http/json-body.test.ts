import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replaceLoneSurrogates } from './json-body.ts';

it.each([
  ['a first half', '"a\\ud83d"', 'a\uFFFD'],
  ['a second half', '"\\uDE00a"', '\uFFFDa'],
  ['both, the wrong way round', '"\\ude00\\ud83d"', '\uFFFD\uFFFD'],
  ['a half before a pair', '"\\ud83d\\ud83d\\ude00"', '\uFFFD\u{1F600}'],
  ['a pair', '"\\ud83d\\ude00"', '\u{1F600}'],
  ['an escaped backslash before such letters', '"\\\\ud83d"', '\\ud83d'],
  ['a name', '{"\\ud83d":1}', { '\uFFFD': 1 }],
])('%s', (_, json, value) => {
  expect(JSON.parse(replaceLoneSurrogates(json))).toEqual(value);
});

it('makes of any text what its bytes would be, and leaves the rest as it is', () => {
  const halves = fc.integer({ min: 0xd7f0, max: 0xe010 }).map((unit) => String.fromCharCode(unit));
  const piece = fc.oneof(halves, fc.constantFrom('\\', '"', 'u', 'd83d', '\u{1F600}'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(JSON.parse(replaceLoneSurrogates(JSON.stringify({ text })))).toEqual({
        text: text.toWellFormed(),
      });
    }),
  );
});
