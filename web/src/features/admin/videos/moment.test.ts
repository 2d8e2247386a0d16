import { expect, test } from 'vitest';
import { parseMoment } from './moment.ts';

test.each([
  ['0', 0],
  ['12', 12],
  [' 1:05 ', 65],
  ['1:02:03.5', 3723.5],
  ['13:34.791', 814.791],
  ['90:00', 5400],
  ['', null],
  ['soon', null],
  ['1:', null],
  ['-3', null],
])('%j is %j seconds', (text, seconds) => {
  expect(parseMoment(text)).toBe(seconds);
});
