import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cue, findCue, readCues } from './cues.ts';
import { findText } from './find-text.ts';

describe('cues', () => {
  test('are read as plain text with the moment they begin at', () => {
    const track = [
      'WEBVTT',
      '00:00:01.500 --> 00:00:04.000 line:0 align:start\n<v Asha>Light &amp; <i>lenses</i>\nbend it',
      '01:02:03.250 --> 01:02:05.000\nप्रकाश का अपवर्तन',
      '100:00:00.000 --> 100:00:01.000\n1 &lt; 2 &#x41;&#66; &unknown;',
      '100:00:02.000 --> 100:00:03.000\n<i></i>\n',
    ].join('\n\n');
    expect(readCues(track)).toEqual([
      { startSeconds: 1.5, text: 'Light & lenses bend it' },
      { startSeconds: 3723.25, text: 'प्रकाश का अपवर्तन' },
      { startSeconds: 360_000, text: '1 < 2 AB &unknown;' },
    ]);
    expect(readCues('')).toEqual([]);
  });

  test('property: the present one is the last that has begun', () => {
    const begun = fc
      .array(fc.nat(5000), { maxLength: 40 })
      .map((all) =>
        all.sort((a, b) => a - b).map((startSeconds): Cue => ({ startSeconds, text: 'x' })),
      );
    fc.assert(
      fc.property(begun, fc.nat(5000), (cues, at) => {
        const found = findCue(cues, at);
        expect(found).toBe(cues.filter(({ startSeconds }) => startSeconds <= at).length - 1);
      }),
    );
  });
});

describe('a search in a transcript', () => {
  const foundIn = (text: string, sought: string) => {
    const found = findText(text, sought);
    return found && text.slice(found.from, found.to);
  };

  test.each([
    ['Refraction of light', 'LIGHT', 'light'],
    ['the résumé', 'resume', 'résumé'],
    ['the re\u0301sume\u0301', 'RÉSUMÉ', 're\u0301sume\u0301'],
    ['Straße', 'STRASSE', 'Straße'],
    ['İstanbul', 'istanbul', 'İstanbul'],
    ['ＡＢＣ', 'abc', 'ＡＢＣ'],
    ['सड़क पर', 'सडक', 'सड़क'],
    ['चाँद और तारे', 'चांद', 'चाँद'],
    ['प्रकाशीय यंत्र', 'प्रकाश', 'प्रकाश'],
    ['अध्याय १२', '12', '१२'],
    ['two words', ' words ', 'words'],
    ['a+b (c)', '(C', '(c'],
    ['light', 'lens', null],
    ['light', '  ', null],
  ])('in “%s” for “%s”: %s', (text, sought, found) => {
    expect(foundIn(text, sought)).toBe(found);
  });

  test('property: every part of a text is found in it, however it is written', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        fc.pre(findText(part, part) !== null);
        expect(findText(before + part + after, part)).not.toBeNull();
        expect(
          findText(before + part.normalize('NFD') + after, part.normalize('NFC')),
        ).not.toBeNull();
      }),
    );
  });
});
