import { expect, it } from 'vitest';
import { nameNetwork } from './name-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::7', '2001:db8:1::/48'],
  ['127.0.0.1', 'loopback'],
  ['', 'unknown'],
])('names the network of %s %s', (address, network) => {
  expect(nameNetwork(address)).toBe(network);
});
