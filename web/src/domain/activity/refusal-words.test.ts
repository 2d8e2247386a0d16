// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { loadTextsIn, sayIn } from '../../shared/i18n/i18n.ts';
import { describeDetails } from './activity-details.ts';

beforeAll(async () => {
  await loadTextsIn('en', 'admin');
  await loadTextsIn('hi', 'admin');
});

const route = '/api/v1/admin/users/:id';
const describeIn = (language: 'en' | 'hi', details: Record<string, unknown>) =>
  describeDetails(sayIn(language), String, { details, by: null });

test('a refused call says why and where in words, its code and route apart', () => {
  const details = { route, code: 'INSUFFICIENT_PERMISSIONS', reason: null, isAdminRoute: true };
  expect(describeIn('en', details)).toEqual({
    words: ['The permission for it is missing', 'Area: Users'],
    technical: ['INSUFFICIENT_PERMISSIONS', route],
  });
  const [why, area] = describeIn('hi', details).words;
  expect(why).not.toMatch(/[A-Za-z]/);
  expect(area).toMatch(/^क्षेत्र: ./);
});

test.each([
  [{ code: 'ACCESS_DENIED', reason: 'not_yourself' }, 'Administrators can’t do this to themselves'],
  [{ reason: 'token_invalid' }, 'The sign-in token was not valid'],
  [{ reason: 'other-network' }, 'Requested from another network'],
  [{ system: 'widevine', reason: 'key_not_entitled' }, 'Not entitled to the keys of this video'],
  [{ reason: 'licence_service_refused', fault: 'http_status', detail: '500' }, /HTTP 500/],
  [{ route: '/api/v1/videos/:id' }, 'Area: Lessons'],
  [{ device: 'tablet' }, 'Tablet'],
])('%o reads %s', (details, text) => {
  const { words } = describeIn('en', details);
  expect(words).toContainEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  expect(describeIn('hi', details).words).toHaveLength(words.length);
});

test('codes that have no words stand in the technical details alone', () => {
  expect(describeIn('en', { code: '1002', reason: 'moon_full', route: '/metrics', x: 1 })).toEqual({
    words: [],
    technical: ['1002', 'moon_full', '/metrics'],
  });
});
