// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { loadTextsIn, sayIn } from '../../shared/i18n/i18n.ts';
import { nameKeySystem } from './key-system-words.ts';

beforeAll(async () => {
  await loadTextsIn('en', 'admin');
});

test.each([
  ['org.w3.clearkey', 'Clear Key'],
  ['com.widevine.alpha', 'Widevine'],
  ['com.microsoft.playready.recommendation.3000', 'PlayReady'],
  ['com.apple.fps.1_0', 'FairPlay'],
  ['com.example.other', 'com.example.other'],
  [null, null],
  [undefined, null],
])('%s is called %s', (own, name) => {
  expect(nameKeySystem(sayIn('en'), own)).toBe(name);
});
