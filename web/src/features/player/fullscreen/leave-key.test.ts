import { expect, test } from 'vitest';
import { isLeaveKey } from './leave-key.ts';

test.each([
  ['Escape', 27, true],
  ['GoBack', 0, true],
  ['XF86Back', 10009, true],
  ['Unidentified', 461, true],
  ['Backspace', 8, false],
  ['ArrowLeft', 37, false],
])('%s (%s): %s', (key, keyCode, expected) => {
  expect(isLeaveKey({ key, keyCode })).toBe(expected);
});
