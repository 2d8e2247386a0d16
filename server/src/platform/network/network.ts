import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** How many leading bits of an address name its network; 0 leaves addresses of that family unbound. */
export interface NetworkBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns an IPv4 address that came as IPv6 as what it is, and no address with a zone. */
export function removeMapping(address: string): string {
  return mapped.exec(address)?.[1] ?? address.replace(/%.*$/, '');
}

/**
 * Returns the network of an address, as a signed path is bound to it: with 24 and 48 bits, the
 * neighbours behind one office or provider gateway count as one. `deploy/nginx/delivery.js` says
 * the same.
 */
export function computeNetwork(address: string, bits: NetworkBits): string {
  const plain = removeMapping(address);
  const family = isIP(plain);
  if (family === 0) return 'unknown';
  const parsed = ipaddr.parse(family === 4 ? plain : replaceDottedEnd(plain));
  if (parsed.range() === 'loopback') return 'loopback';
  const kept = family === 4 ? bits.ipv4 : bits.ipv6;
  if (kept === 0) return 'any';
  const mask = (family === 4 ? ipaddr.IPv4 : ipaddr.IPv6).subnetMaskFromPrefixLength(kept);
  const ones = mask.toByteArray();
  const network = parsed.toByteArray().map((byte, i) => byte & (ones[i] ?? 0));
  return `${family}.${Buffer.from(network).toString('hex')}`;
}

/**
 * Writes the dotted end of an address as groups: the library takes `::192.0.2.1` for an IPv4 address, which it is not
 * (RFC 4291, section 2.5.5.1).
 */
function replaceDottedEnd(address: string): string {
  return address.replace(/\d+\.\d+\.\d+\.\d+$/, (last) => {
    const hex = Buffer.from(ipaddr.IPv4.parse(last).toByteArray()).toString('hex');
    return `${hex.slice(0, 4)}:${hex.slice(4)}`;
  });
}
