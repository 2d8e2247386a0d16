import { expect, test } from 'vitest';
import { parseDevice } from './device-words.ts';

test('browser and system are separated, and other programs left as they are', () => {
  expect(parseDevice('Samsung Internet on Android')).toEqual({
    browser: 'Samsung Internet',
    system: 'Android',
  });
  expect(parseDevice('curl')).toBeNull();
  expect(parseDevice('Unknown device')).toBeNull();
});
