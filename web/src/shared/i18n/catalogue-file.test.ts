import { describe, expect, test } from 'vitest';
import {
  bringInStep,
  compileCatalogue,
  describeValues,
  listStale,
  listVariables,
  readCatalogue,
} from './catalogue-file.ts';

const header = (language: string) => `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n`;
const entry = (key: string, english: string, translation = '') =>
  `\nmsgctxt "${key}"\nmsgid "${english}"\nmsgstr "${translation}"\n`;
const lessons = '{count, plural, one {# lesson} other {# lessons of {name}}}';
const english =
  header('en') + entry('library.title', 'Library') + entry('library.lessons', lessons);

describe('a catalogue', () => {
  test('of English says its ids, as compiled messages', () => {
    expect(compileCatalogue(english)).toEqual({
      library: {
        title: 'Library',
        lessons: [
          [
            'count',
            'plural',
            {
              one: [['count', 'number'], ' lesson'],
              other: [['count', 'number'], ' lessons of ', ['name']],
            },
          ],
        ],
      },
    });
  });

  test('leaves out untranslated texts, so that English is shown', () => {
    const hindi = header('hi') + entry('a.b', 'One', 'एक') + entry('a.c', 'Two');
    expect([...readCatalogue(hindi)]).toEqual([['a.b', 'एक']]);
    expect(compileCatalogue(hindi)).toEqual({ a: { b: 'एक' } });
  });

  test('keeps quoted braces literally', () => {
    expect(compileCatalogue(header('en') + entry('a.b', "Write '{userId}'"))).toEqual({
      a: { b: 'Write {userId}' },
    });
  });

  test.each(['{count, plural, one {x}', '{count, plural, one {x}}', '{at, date}'])(
    'that holds %s does not compile, and the error names the key',
    (text) => {
      expect(() => compileCatalogue(header('en') + entry('a.b', text))).toThrow('a.b');
    },
  );

  test('tells the variables of its texts to the compiler, and which are counts', () => {
    expect(describeValues([compileCatalogue(english)])).toContain(
      "  library: {\n    title: never;\n    lessons: '#count' | 'name';\n  };\n",
    );
    const twice = compileCatalogue(header('en') + entry('a.b', '{n} {n, plural, other {#}}'));
    expect(listVariables(twice['a']?.['b'] ?? '')).toEqual(new Set(['#n']));
  });
});

describe('bringing a translation in step', () => {
  const hindi =
    header('hi') +
    entry('library.gone', 'Gone', 'गया') +
    entry('library.title', 'Books', 'लाइब्रेरी');
  const file = bringInStep(english, hindi, 'hi');

  test('uses the keys of English, keeps translations and marks those of an older English', () => {
    expect(file).toContain('"Language: hi\\n"');
    expect(file).not.toContain('library.gone');
    expect([...readCatalogue(file)]).toEqual([['library.title', 'लाइब्रेरी']]);
    expect(listStale(file)).toEqual(['library.title']);
  });

  test('changes nothing the second time', () => {
    expect(bringInStep(english, file, 'hi')).toBe(file);
  });

  test('begins a new language with every text empty', () => {
    const begun = bringInStep(english, '', 'ta');
    expect(begun).toContain('"Language: ta\\n"');
    expect(begun).toContain('msgctxt "library.lessons"');
    expect(readCatalogue(begun).size).toBe(0);
    expect(listStale(begun)).toEqual([]);
  });
});
