import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNamed, findOptions } from './picker-search.ts';
import { foldForSearch } from './search-fold.ts';

const optionsOf = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const found = (labels: string[], typed: string) =>
  findOptions(optionsOf(...labels), typed).map(({ label }) => label);

test.each([
  ['PUNE', 'pune'],
  ['अलीगढ\u093c', 'अलीगढ़'],
  ['अलीगढ़', 'अलीगढ'],
  ['चाँदपुर', 'चांदपुर'],
  ['São Tomé', 'sao tome'],
  ['क्\u200dष', 'क्ष'],
  ['वार्ड १२', 'वार्ड 12'],
  ['GROẞ', 'gross'],
  [' Pune ', 'pune '],
])('%s is found as %s', (label, typed) => {
  expect(found([label, 'Other'], typed)).toEqual([label]);
});

test('vowel signs of Hindi distinguish names', () => {
  expect(found(['पुणे', 'पूणे', 'पणजी'], 'पुणे')).toEqual(['पुणे']);
});

test('what begins with the text comes before what only contains it', () => {
  const labels = ['Jalpaiguri', 'North Goa', 'Goalpara', 'Margoa'];
  expect(found(labels, 'goa')).toEqual(['North Goa', 'Goalpara', 'Margoa']);
});

test('an empty text finds all, and every option is found by any part of its label', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }),
      fc.nat(),
      fc.nat(),
      (labels, at, from) => {
        const options = optionsOf(...labels);
        expect(findOptions(options, ' ')).toEqual(options);
        const label = foldForSearch(labels[at % labels.length] ?? '');
        const part = [...label].slice(from % Math.max(1, label.length)).join('');
        const hits = findOptions(options, part).map((option) => foldForSearch(option.label));
        expect(hits).toContain(label);
      },
    ),
  );
});

test('a text names the option that is spelt so, before one that only folds to it', () => {
  expect(findNamed(optionsOf('pune', 'Pune'), ' Pune ')?.label).toBe('Pune');
  expect(findNamed(optionsOf('अलीगढ़'), 'अलीगढ')?.label).toBe('अलीगढ़');
  expect(findNamed(optionsOf('Pune'), 'Pun')).toBeUndefined();
});
