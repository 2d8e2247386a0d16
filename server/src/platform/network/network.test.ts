import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeNetwork } from './network.ts';

const bits = { ipv4: 24, ipv6: 48 };

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '4.cb007100'],
    ['::ffff:203.0.113.7', '4.cb007100'],
    ['2001:db8:1:2::7', '6.20010db8000100000000000000000000'],
    ['fe80::1%eth0', '6.fe800000000000000000000000000000'],
    ['127.0.0.1', 'loopback'],
    ['::ffff:127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ])('calls %s %s', (address, network) => {
    expect(computeNetwork(address, bits)).toBe(network);
  });

  it('binds to the whole address or not at all when told so', () => {
    const all = { ipv4: 32, ipv6: 128 };
    expect(computeNetwork('203.0.113.7', all)).not.toBe(computeNetwork('203.0.113.8', all));
    expect(computeNetwork('2001:db8::7', all)).not.toBe(computeNetwork('2001:db8::8', all));
    const none = { ipv4: 0, ipv6: 0 };
    expect(computeNetwork('203.0.113.7', none)).toBe(computeNetwork('2001:db8::7', none));
  });

  it('treats only mapped IPv6 addresses as IPv4', () => {
    const all = { ipv4: 32, ipv6: 128 };
    expect(computeNetwork('::192.0.2.1', all)).toBe('6.000000000000000000000000c0000201');
    expect(computeNetwork('::ffff:192.0.2.1', all)).toBe('4.c0000201');
  });

  it('distinguishes addresses by the leading bits only', () => {
    const address = fc
      .integer({ min: 0, max: 2 ** 32 - 1 })
      .filter((value) => value >>> 24 !== 127);
    const text = (value: number) =>
      [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
    fc.assert(
      fc.property(address, address, fc.integer({ min: 1, max: 32 }), (a, b, ipv4) => {
        const isSame = a >>> (32 - ipv4) === b >>> (32 - ipv4);
        const of = (value: number) => computeNetwork(text(value), { ipv4, ipv6: 48 });
        expect(of(a) === of(b)).toBe(isSame);
      }),
    );
  });

  it('agrees with nginx', async () => {
    const script = path.join(import.meta.dirname, '../../../../deploy/nginx/delivery.js');
    const nginx = await import(pathToFileURL(script).href);
    const addresses = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4().map((v4) => `::ffff:${v4}`),
    );
    const width = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(addresses, width(32), width(128), (address, ipv4, ipv6) => {
        const theirs: unknown = nginx.default.networkOf(address, ipv4, ipv6);
        expect(theirs).toBe(computeNetwork(address, { ipv4, ipv6 }));
      }),
      { numRuns: 1000 },
    );
  });
});
