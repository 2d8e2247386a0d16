import { expect, it } from 'vitest';
import { isWithin } from './tightened-networks.rules.ts';

it.each([
  ['203.0.113.7', '203.0.113.0/24', true],
  ['203.0.114.7', '203.0.113.0/24', false],
  ['::ffff:203.0.113.7', '203.0.113.0/24', true],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.8', '203.0.113.7', false],
  ['2001:db8:1:2::5', '2001:db8:1::/48', true],
  ['2001:db8:2:2::5', '2001:db8:1::/48', false],
  ['2001:db8:1:2::5', '2001:db8:1:2::9', true],
  ['2001:db8::1', '203.0.113.0/24', false],
  ['127.0.0.1', 'loopback', false],
])('%s in %s: %s', (address, network, expected) => {
  expect(isWithin(address, network)).toBe(expected);
});
