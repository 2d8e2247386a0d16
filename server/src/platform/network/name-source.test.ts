import { expect, it } from 'vitest';
import { findWrittenStart, nameSource, normalizeAddress } from './name-source.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:a:b:c:d', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::5', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '::1'],
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, source) => {
  expect(nameSource(address)).toBe(source);
});

it('an address is written in one way', () => {
  expect(normalizeAddress('2001:DB8:0:0:0:0:0:1')).toBe('2001:db8::1');
  expect(normalizeAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

it('addresses of a network begin alike, up to its first zero', () => {
  expect(findWrittenStart('2001:db8:1:2::/64')).toBe('2001:db8:1:2:');
  expect(findWrittenStart('2001:db8:0:2::/64')).toBe('2001:db8:');
  expect(findWrittenStart('2001:db8:1::/48')).toBe('2001:db8:1:');
  expect(findWrittenStart('2001:db8::1')).toBeUndefined();
  expect(findWrittenStart('2000::/3')).toBeUndefined();
  expect(findWrittenStart('2001:db8::/x')).toBeUndefined();
  expect(findWrittenStart('203.0.113.0/24')).toBeUndefined();
});
