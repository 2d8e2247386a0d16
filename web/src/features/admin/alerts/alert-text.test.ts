import { expect, test } from 'vitest';
import {
  beginSentence,
  isNamedByTitle,
  shortenMessage,
  shortenUserAgent,
  splitSpan,
  splitWindow,
} from './alert-text.ts';

test('a message of 150 characters stays whole, a longer one is cut to them', () => {
  expect(shortenMessage('x'.repeat(150))).toBe('x'.repeat(150));
  expect(shortenMessage('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
});

test('a user agent is cut to 60 characters', () => {
  expect(shortenUserAgent('y'.repeat(60))).toBe('y'.repeat(60));
  expect(shortenUserAgent('y'.repeat(61))).toBe(`${'y'.repeat(60)}…`);
});

test('no character is cut in two', () => {
  expect(shortenUserAgent('🔒'.repeat(61))).toBe(`${'🔒'.repeat(60)}…`);
});

test.each([
  [1000, { unit: 'seconds', seconds: 1 }],
  [59_000, { unit: 'seconds', seconds: 59 }],
  [60_000, { unit: 'minutes', minutes: 1 }],
  [59 * 60_000, { unit: 'minutes', minutes: 59 }],
  [3_600_000, { unit: 'hours', hours: 1 }],
  [5_400_000, { unit: 'hoursMinutes', hours: 1, minutes: 30 }],
  [7 * 86_400_000, { unit: 'hours', hours: 168 }],
])('a window of %i ms', (ms, parts) => {
  expect(splitWindow(ms)).toEqual(parts);
});

test.each([
  [86_400_000, { unit: 'hours', hours: 24 }],
  [2 * 86_400_000, { unit: 'days', days: 2 }],
  [7 * 86_400_000, { unit: 'days', days: 7 }],
  [36 * 3_600_000, { unit: 'hours', hours: 36 }],
])('a span of %i ms in a sentence', (ms, parts) => {
  expect(splitSpan(ms)).toEqual(parts);
});

test.each([
  ['Lessons fetched faster than playback', 'Lessons fetched faster than playback', true],
  ['Failed sign-ins ', 'Failed Sign-ins', true],
  ['Playback ends often', 'Playbacks ended by violations', false],
])('the title %j of an alert names the metric %j: %s', (title, metric, isNamed) => {
  expect(isNamedByTitle(title, metric)).toBe(isNamed);
});

test.each([
  ['once within 10 min', 'Once within 10 min'],
  ['10 devices', '10 devices'],
  ['', ''],
])('%j begins a sentence as %j', (text, begun) => {
  expect(beginSentence(text)).toBe(begun);
});
