import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSentence, type NumberRules, type Texts } from './texts.ts';

const number = ['count', 'number'] as const;
const english: Texts = {
  library: {
    title: 'Library',
    lessons: [
      [
        'count',
        'plural',
        { '=0': 'No lessons', one: [number, ' lesson'], other: [number, ' lessons'] },
      ],
    ],
  },
};
const hindi: Texts = {
  library: {
    lessons: [['count', 'plural', { one: [number, ' पाठ'], other: [number, ' पाठ (कई)'] }]],
  },
};

function rulesOf(language: string): NumberRules {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(`${language}-IN`);
  return {
    pluralForm: (count) => plurals.select(count),
    format: (count) => numbers.format(count),
  };
}
const rules = { en: rulesOf('en'), hi: rulesOf('hi') };

describe('a sentence', () => {
  test.each([
    [0, 'No lessons', '0 पाठ'],
    [1, '1 lesson', '1 पाठ'],
    [2, '2 lessons', '2 पाठ (कई)'],
    [123456, '1,23,456 lessons', '1,23,456 पाठ (कई)'],
  ])('of %i takes the form of its language', (count, inEnglish, inHindi) => {
    expect(formatSentence([english], 'library.lessons', { count }, rules.en)).toBe(inEnglish);
    expect(formatSentence([hindi, english], 'library.lessons', { count }, rules.hi)).toBe(inHindi);
  });

  test('that is missing comes from the next language, and last of all is its key', () => {
    expect(formatSentence([hindi, english], 'library.title', {}, rules.hi)).toBe('Library');
    expect(formatSentence([hindi, english], 'library.nothing', {}, rules.hi)).toBe(
      'library.nothing',
    );
    expect(formatSentence([hindi, english], 'nowhere.title', {}, rules.hi)).toBe('nowhere.title');
  });

  test('chooses by a word, and uses `other` for an unknown word', () => {
    const texts: Texts = { a: { b: [['kind', 'select', { video: 'Video', other: 'File' }]] } };
    expect(formatSentence([texts], 'a.b', { kind: 'video' }, rules.en)).toBe('Video');
    expect(formatSentence([texts], 'a.b', { kind: 'image' }, rules.en)).toBe('File');
  });

  test('inserts a variable unchanged, with any characters', () => {
    const texts: Texts = { a: { b: ['“', ['name'], '” and ', ['other']] } };
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        expect(formatSentence([texts], 'a.b', { name, other }, rules.en)).toBe(
          `“${name}” and ${other}`,
        );
      }),
    );
    expect(formatSentence([texts], 'a.b', { name: '\\u0041{other}' }, rules.en)).toBe(
      '“\\u0041{other}” and {other}',
    );
  });
});
