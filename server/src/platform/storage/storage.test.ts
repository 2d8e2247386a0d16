import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isStorageKey } from './storage.ts';

it.each(['videos/0199/v720/1.m4s', 'a', 'a/b.c_d-e'])('takes %s', (key) => {
  expect(isStorageKey(key)).toBe(true);
});

it.each([
  '',
  '/a',
  'a/',
  'a//b',
  '../a',
  'a/../b',
  'a/..',
  '.hidden',
  'a\\b',
  'a\0b',
  'a%2e%2e/b',
  'é',
])('refuses %j', (key) => {
  expect(isStorageKey(key)).toBe(false);
});

it('never lets a key out of the root', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('.', '/', 'a', '\\', '%', '~') }), (key) => {
      fc.pre(isStorageKey(key));
      expect(path.join('/store', key).startsWith('/store/')).toBe(true);
    }),
  );
});
