// @vitest-environment jsdom
import type { IncidentGroup } from '@prahari/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTexts, sayIn, setLanguage } from '../../shared/i18n/i18n.ts';
import { describeGroup, foldRepeated, listGroupTypes } from './group-words.ts';

beforeAll(async () => {
  for (const language of ['en', 'hi'] as const) {
    await setLanguage(language);
    await loadTexts('admin');
  }
});
// What runs after this in its process starts with English.
afterAll(() => setLanguage('en'));

const group: IncidentGroup = {
  id: 'i1',
  user: { id: 'u1', name: 'Asha' },
  video: null,
  firstAt: '2031-01-01T10:00:00.000Z',
  lastAt: '2031-01-01T10:00:40.000Z',
  count: 3,
  violations: 3,
  severity: 'high',
  types: [{ type: 'screen_capture_api', count: 3, severity: 'high' }],
  termination: null,
};
const write = (seconds: number) => `${seconds} s`;

test.each<[string, Partial<IncidentGroup>, string]>([
  ['en', {}, '3 violations in 40 s'],
  ['en', { count: 4 }, '3 violations, 1 other incident in 40 s'],
  ['en', { violations: 0 }, '3 incidents in 40 s'],
  ['en', { count: 1, violations: 1, lastAt: group.firstAt }, '1 violation'],
  ['hi', {}, '40 s में 3 उल्लंघन'],
])('in %s %o is called "%s"', (language, changed, words) => {
  const say = sayIn(language === 'hi' ? 'hi' : 'en');
  expect(describeGroup(say, write, { ...group, ...changed })).toBe(words);
});

test('the first types are named, the others counted', () => {
  const types = (['drag', 'copy', 'selection', 'context_menu', 'page_hidden'] as const).map(
    (type, at) => ({ type, count: at + 1, severity: 'low' as const }),
  );
  expect(listGroupTypes(sayIn('en'), { types })).toMatch(
    /^[^·×]+ · .+ × 2 · .+ × 3 · 2 other kinds$/,
  );
});

test('what is said again at once is folded, as long as nothing else comes between', () => {
  const one = (key: string, second: number) => ({
    type: 'blocked_hotkey' as const,
    metadata: { hotkey: key },
    severity: 'low' as const,
    violation: false,
    receivedAt: new Date(Date.UTC(2031, 0, 1, 10, 0, second)).toISOString(),
  });
  const met = [one('F9', 0), one('F9', 1), one('F9', 2), one('F8', 3), one('F9', 4), one('F9', 40)];
  const folded = foldRepeated(sayIn('en'), met);
  expect(folded.map(({ first, count }) => [first.metadata.hotkey, count])).toEqual([
    ['F9', 3],
    ['F8', 1],
    ['F9', 1],
    ['F9', 1],
  ]);
  expect(folded[0]?.first).toBe(met[0]);
});
