import { endpoints, videoDifficulties, videoTypes } from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildVideosQuery,
  isNarrowed,
  readLibraryView,
  sortNames,
  wholeLibrary,
  writeLibraryView,
} from './library-view.ts';

const word = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((text) => text.replaceAll('\0', '').trim());
const views = fc.record({
  search: word,
  category: word,
  tag: word,
  difficulty: fc.constantFrom('', ...videoDifficulties),
  type: fc.constantFrom('', ...videoTypes),
  language: fc.constantFrom('', 'hi', 'pt-BR', 'sr-Latn'),
  sort: fc.constantFrom(...sortNames),
});

describe('the view of the library', () => {
  test('comes back from the address as it was', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readLibraryView(`?${writeLibraryView(view)}`)).toEqual(view);
      }),
    );
  });

  test('of the whole library leaves the address bare', () => {
    expect(writeLibraryView(wholeLibrary)).toBe('');
    expect(readLibraryView('')).toEqual(wholeLibrary);
  });

  test('makes a query that the call accepts from any address', () => {
    const schema = endpoints.videos.list.query;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(wholeLibrary)), fc.string({ maxLength: 300 })),
        (typed) => {
          const query = buildVideosQuery(readLibraryView(`?${new URLSearchParams(typed)}`));
          expect(schema.safeParse(query).success).toBe(true);
        },
      ),
    );
  });

  test('is narrowed by anything but its order', () => {
    expect(isNarrowed(wholeLibrary)).toBe(false);
    expect(isNarrowed({ ...wholeLibrary, sort: 'byTitle' })).toBe(false);
    expect(isNarrowed({ ...wholeLibrary, tag: 'optics' })).toBe(true);
    expect(isNarrowed({ ...wholeLibrary, search: 'लेंस' })).toBe(true);
  });
});
