import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeNextChunkBytes, FIRST_CHUNK_BYTES } from './chunk-size.ts';

const MIB = 1024 * 1024;

test.each([
  ['a fast line goes to large pieces', FIRST_CHUNK_BYTES, 20, 4 * MIB],
  ['never beyond the largest', 64 * MIB, 1, 64 * MIB],
  ['300 kbit/s goes to small ones', FIRST_CHUNK_BYTES, 28_000, 299_593],
  ['never below the smallest', 256 * 1024, 600_000, 256 * 1024],
])('%s', (_case, bytes, ms, expected) => {
  expect(computeNextChunkBytes(bytes, ms)).toBe(expected);
});

test('property: settles at pieces of some seconds on any steady line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 1_500_000 }), (bytesPerSecond) => {
      let bytes = FIRST_CHUNK_BYTES;
      for (let n = 0; n < 12; n += 1)
        bytes = computeNextChunkBytes(bytes, (bytes * 1000) / bytesPerSecond);
      const seconds = bytes / bytesPerSecond;
      expect(seconds).toBeGreaterThan(2);
      expect(seconds).toBeLessThan(10);
    }),
  );
});
