import { expect, test } from 'vitest';
import { isAlwaysFullscreen } from './always-fullscreen.ts';

test.each([
  ['a TV without the call', true, false, false, true],
  ['a TV that opened the page as an app', true, true, true, true],
  ['a TV that can be asked', true, true, false, false],
  ['a desktop without the call', false, false, false, false],
  ['a desktop app that fills the screen', false, true, true, false],
])('%s', (_, isTelevision, hasFullscreen, isDisplayFullscreen, expected) => {
  expect(isAlwaysFullscreen({ isTelevision, hasFullscreen, isDisplayFullscreen })).toBe(expected);
});
