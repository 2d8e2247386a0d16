import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentence } from './texts.ts';

const english = {
  library: {
    title: 'Library',
    lessons_one: '{{count}} lesson',
    lessons_other: '{{count}} lessons',
  },
};
const hindi = {
  library: { lessons_one: '{{count}} पाठ', lessons_other: '{{count}} पाठ (कई)' },
};
const rules = { en: new Intl.PluralRules('en'), hi: new Intl.PluralRules('hi') };

describe('a sentence', () => {
  test.each([
    [0, '0 lessons', '0 पाठ'],
    [1, '1 lesson', '1 पाठ'],
    [2, '2 lessons', '2 पाठ (कई)'],
  ])('of %i takes the form of its language', (count, inEnglish, inHindi) => {
    expect(sentence([english], 'library.lessons', { count }, rules.en)).toBe(inEnglish);
    expect(sentence([hindi, english], 'library.lessons', { count }, rules.hi)).toBe(inHindi);
  });

  test('that is missing comes from the next language, and last of all is its key', () => {
    expect(sentence([hindi, english], 'library.title')).toBe('Library');
    expect(sentence([hindi, english], 'library.nothing')).toBe('library.nothing');
    expect(sentence([hindi, english], 'nowhere.title')).toBe('nowhere.title');
  });

  test('says a variable as it is, whatever signs it holds', () => {
    const texts = { a: { b: '“{{name}}” and {{other}}' } };
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        expect(sentence([texts], 'a.b', { name, other })).toBe(`“${name}” and ${other}`);
      }),
    );
  });
});
