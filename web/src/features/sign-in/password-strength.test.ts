import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'short'],
  ['1234567', 'short'],
  ['aaaaaaaaaaaaaaaaaaaa', 'short'],
  ['मानसूनमें', 'fair'],
  ['monsoon4', 'fair'],
  ['river lantern tuesday', 'good'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
