import { expect, test } from 'vitest';
import { formatLimit } from './format-limit.ts';

test.each([
  [50 * 1024 ** 3, '50 GiB'],
  [1536 * 1024 ** 2, '1,536 MiB'],
  [2 * 1024 ** 5, '2,048 TiB'],
  // 48,828,125 KiB is no figure that was set.
  [50e9, '50 GB'],
  [5_000_000_001, '5 GB'],
  [0, '0 bytes'],
])('a limit of %d bytes is %s', (bytes, text) => {
  expect(formatLimit(bytes, 'en')).toBe(text);
});
