import { expect, test } from 'vitest';
import { judgePasswordStrength } from './password-strength.ts';

test.each([
  ['', 8, 'short'],
  ['1234567', 8, 'short'],
  ['aaaaaaaaaaaaaaaaaaaa', 8, 'short'],
  ['मानसूनमें', 8, 'fair'],
  ['monsoon4', 8, 'fair'],
  ['monsoon4', 15, 'short'],
  ['fourteen chars', 15, 'short'],
  ['abcdabcdabcdabcd', 15, 'fair'],
  ['river lantern tuesday', 8, 'good'],
  ['river lantern tuesday', 15, 'good'],
])('%s of at least %i is %s', (password, minLength, strength) => {
  expect(judgePasswordStrength(password, minLength)).toBe(strength);
});
