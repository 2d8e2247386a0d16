import { expect, test } from 'vitest';
import { readHdcpStatus } from './hdcp-status.ts';

const keysUpTo = (best: string | null) => ({
  getStatusForPolicy: async ({ minHdcpVersion = '' }: MediaKeysPolicy = {}) =>
    best !== null && minHdcpVersion <= best ? ('usable' as const) : ('output-restricted' as const),
});

test.each([
  ['2.3', '2.3'],
  ['1.4', '1.4'],
  ['1.0', '1.0'],
  [null, 'none'],
])('an output of %s has HDCP %s', async (best, told) => {
  expect(await readHdcpStatus(keysUpTo(best))).toBe(told);
});

test('where browsers do not tell, nothing is made up', async () => {
  const refusing = {
    getStatusForPolicy: async () => {
      throw new DOMException('Not supported', 'NotSupportedError');
    },
  };
  expect(await readHdcpStatus(refusing)).toBe('unknown');
  expect(await readHdcpStatus({})).toBe('unknown');
  expect(await readHdcpStatus(null)).toBe('unknown');
});
