import { expect, test } from 'vitest';
import { browserOnSystem } from './device-words.ts';

test('browser and system are told apart, and other programs left as they are', () => {
  expect(browserOnSystem('Samsung Internet on Android')).toEqual({
    browser: 'Samsung Internet',
    system: 'Android',
  });
  expect(browserOnSystem('curl')).toBeNull();
  expect(browserOnSystem('Unknown device')).toBeNull();
});
