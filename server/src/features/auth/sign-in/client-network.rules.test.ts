import { describe, expect, it } from 'vitest';
import { findClientNetwork, findSite } from './client-network.rules.ts';

describe('addresses whose attempts count together', () => {
  it.each([
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002::9'],
    ['fe80::1%eth0', 'fe80::2'],
  ])('%s and %s are one client', (one, other) => {
    expect(findClientNetwork(one)).toBe(findClientNetwork(other));
  });

  it.each([
    ['192.0.2.7', '192.0.2.8'],
    ['2001:db8:1:2::9', '2001:db8:1:3::9'],
  ])('%s and %s are two', (one, other) => {
    expect(findClientNetwork(one)).not.toBe(findClientNetwork(other));
  });

  it('are all addresses that one IPv6 customer receives', () => {
    expect(findSite('2001:db8:1:2::9')).toBe(findSite('2001:db8:1:ffff::9'));
    expect(findSite('2001:db8:1::9')).not.toBe(findSite('2001:db8:2::9'));
    expect(findSite('192.0.2.7')).not.toBe(findSite('192.0.2.8'));
  });
});
