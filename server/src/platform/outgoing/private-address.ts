import { BlockList, isIP } from 'node:net';

/**
 * Addresses that the IANA registries of special-purpose addresses (RFC 6890 and its successors) call
 * not globally reachable, multicast, and forms of IPv4 addresses in IPv6. `BlockList` itself judges
 * `::ffff:0:0/96` by its IPv4 address.
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}
const ofIPv4 = new BlockList();
ofIPv4.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Tells whether an IP address is one of this machine, of a private network, or of no single host at
 * all.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return notPublic.check(address, 'ipv4');
  if (family !== 6) return true;
  if (ofIPv4.check(address, 'ipv6')) return notPublic.check(address, 'ipv6');
  return !globalUnicast.check(address, 'ipv6') || notPublic.check(address, 'ipv6');
}

/**
 * Tells whether the host of an address, as `URL` writes it, is a private address; names are not
 * resolved.
 */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return isPrivateAddress(bare);
  return /^(?:.*\.)?localhost\.?$/.test(hostname);
}
