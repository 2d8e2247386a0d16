// @vitest-environment jsdom
import { incidentTypeNames } from '@prahari/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTexts, sayIn, setLanguage } from '../../shared/i18n/i18n.ts';
import { describeIncident, listMetadataFacts } from './incident-words.ts';

const languages = ['en', 'hi'] as const;
beforeAll(async () => {
  for (const language of languages) {
    await setLanguage(language);
    await loadTexts('admin');
  }
});
// What runs after this in its process starts with English.
afterAll(() => setLanguage('en'));

test.each(languages)('each type has its own sentence in %s', (language) => {
  const said = incidentTypeNames.map((type) =>
    describeIncident(sayIn(language), { type, metadata: {} }),
  );
  expect(new Set(said).size).toBe(incidentTypeNames.length);
  expect(said.join()).not.toContain('security.');
});

test.each([
  ['blocked_hotkey', { hotkey: 'F9' }, /: F9$/],
  ['screen_capture_api', { call: 'getDisplayMedia' }, /: getDisplayMedia$/],
  ['watermark_tampered', { what: 'picture-moved' }, /: चित्र उनके नीचे से हटाया गया$/],
  ['watermark_tampered', { what: 'something new' }, /: something new$/],
  ['extension_interference', { what: 'covered' }, /: वॉटरमार्क ढक गए$/],
  ['extension_interference', {}, /एक्सटेंशन ने$/],
  ['drag', { screen: '1366x768', what: 'removed', hotkey: 'F9' }, /कुछ नहीं हुआ$/],
] as const)('%s names what its detector saw', (type, metadata, end) => {
  expect(describeIncident(sayIn('hi'), { type, metadata })).toMatch(end);
});

test('known fields are named in the language of the reader, others as received', () => {
  const metadata = { timezone: 'Asia/Kolkata', fullscreen: 'true', what: 'hidden', odd: 'false' };
  expect(listMetadataFacts(sayIn('hi'), metadata)).toEqual([
    ['समय क्षेत्र', 'Asia/Kolkata'],
    ['पूरी स्क्रीन पर', 'हाँ'],
    ['वॉटरमार्क का क्या हुआ', 'छिपाए गए'],
    ['odd', 'नहीं'],
  ]);
});
