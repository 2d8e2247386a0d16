import { describe, expect, test } from 'vitest';
import {
  bringInStep,
  compileCatalogue,
  describeValues,
  listStale,
  listVariables,
  readCatalogue,
} from './catalogue-file.ts';
import { LANGUAGES } from './language.ts';
import { LEANS_ON } from './text-parts.ts';

const files = import.meta.glob<string>('./*/*.po', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const parts = ['first', ...Object.keys(LEANS_ON)];
const fileOf = (language: string, part: string) => files[`./${language}/${part}.po`] ?? '';
const english = parts.map((part) => fileOf('en', part));
const translated = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');
const stale = 'stale: run npm run texts';

/** The messages of one language by `area.name`. */
function messagesOf(language: string) {
  return new Map(
    parts.flatMap((part) =>
      Object.entries(compileCatalogue(fileOf(language, part))).flatMap(([area, messages]) =>
        Object.entries(messages).map(([name, message]) => [`${area}.${name}`, message] as const),
      ),
    ),
  );
}

describe('the catalogues', () => {
  test('are English and Hindi, by their own names', () => {
    expect(LANGUAGES).toEqual(
      expect.arrayContaining([
        { code: 'en', ownName: 'English', shortName: 'EN' },
        { code: 'hi', ownName: 'हिन्दी', shortName: 'हिन्दी' },
      ]),
    );
  });

  test('hold each key once, in files of parts that are fetched', () => {
    const keys = english.flatMap((file) => [...readCatalogue(file).keys()]);
    expect(keys.length).toBeGreaterThan(1500);
    expect(
      keys.filter((key, at) => keys.indexOf(key) !== at || !/^\w+\.[\w-]+$/u.test(key)),
    ).toEqual([]);
    expect(english).not.toContain('');
  });

  /** `npm run texts` writes the file instead of comparing it. */
  test('give the types of their texts', async () => {
    const types = describeValues(english.map(compileCatalogue));
    await expect(types, stale).toMatchFileSnapshot('text-values.generated.ts');
  });
});

describe.each(translated)('the catalogue %s', (language) => {
  const script = new Intl.Locale(language).maximize().script ?? '';
  const ofItsScript = new RegExp(`\\p{Script=${script}}`, 'u');

  /** `npm run texts` updates the files instead of comparing them. */
  test.each(parts)('is in step with English: %s', async (part) => {
    const file = bringInStep(fileOf('en', part), fileOf(language, part), language);
    await expect(file, stale).toMatchFileSnapshot(`${language}/${part}.po`);
  });

  test('says every text, and none of an English that has changed since', () => {
    const known = messagesOf(language);
    expect([...messagesOf('en').keys()].filter((key) => !known.has(key))).toEqual([]);
    expect(parts.flatMap((part) => listStale(fileOf(language, part)))).toEqual([]);
  });

  test('takes the variables of English in each text', () => {
    const known = messagesOf(language);
    const others = [...messagesOf('en')].filter(
      ([key, message]) =>
        [...listVariables(message)].sort().join() !==
        [...listVariables(known.get(key) ?? '')].sort().join(),
    );
    expect(others.map(([key]) => key)).toEqual([]);
  });

  test('has the plural forms of its language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const odd = [...messagesOf(language)].filter(([, message]) =>
      JSON.stringify(message)
        .match(/"(?:zero|one|two|few|many)":/gu)
        ?.some((form) => !forms.some((known) => form === `"${known}":`)),
    );
    expect(odd.map(([key]) => key)).toEqual([]);
  });

  test('leaves no text in the letters of English only', () => {
    const texts = parts.flatMap((part) => [...readCatalogue(fileOf(language, part))]);
    // What has values only has no letters of its own.
    const worded = texts.filter(([, text]) => /\p{L}/u.test(text.replace(/\{\w+\}/gu, '')));
    expect(worded.filter(([, text]) => !ofItsScript.test(text))).toEqual([]);
  });
});

test('Hindi has one word, in one spelling, for each thing', () => {
  const others =
    /शिक्षार्थ|एडमिन|उपकरण|यूज़र|लॉगिन|सेशन|एक्सपोर्ट|इंपोर्ट|क्वालिटी|लेसन|छँटनी|स्तंभ|ई-मेल|केन्द्र|(?<!ज़)जिल[ाे]|फोन|फाइल|खराब/u;
  const texts = parts.flatMap((part) => [...readCatalogue(fileOf('hi', part))]);
  expect(texts.filter(([, text]) => others.test(text)).map(([key]) => key)).toEqual([]);
});
