import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf, siteOf } from './sign-in-limits.rules.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['not an address', 'not an address'],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('takes for one site what one customer of IPv6 is given', () => {
    expect(siteOf('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
    expect(siteOf('2001:db8:1:ffff::9')).toBe('2001:db8:1::/48');
    expect(siteOf('192.0.2.7')).toBe('192.0.2.7');
  });

  it('tells networks apart and the hosts of one alike', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    const text = (groups: number[]) => groups.map((group) => group.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, (network, other, host) => {
        const here = networkOf(`${text(network)}:${text(host)}`);
        expect(here).toBe(networkOf(`${text(network)}:0:0:0:1`));
        const there = networkOf(`${text(other)}:${text(host)}`);
        expect(here === there).toBe(text(network) === text(other));
      }),
    );
  });
});
