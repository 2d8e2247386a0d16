import { expect, test } from 'vitest';
import { formatSize } from './use-size-text.ts';

test.each([
  [0, '0 bytes'],
  [900, '900 byte'],
  [1536, '1.5 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [50 * 1024 ** 3, '50 GiB'],
  [252.4 * 1024 ** 3, '252 GiB'],
  [3 * 1024 ** 5, '3,072 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes, 'en')).toContain(text);
});
