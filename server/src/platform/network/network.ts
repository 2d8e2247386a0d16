import { isIP } from 'node:net';

/** How many leading bits of an address name its network; 0 leaves addresses of that family unbound. */
export interface NetworkBits {
  readonly ipv4: number;
  readonly ipv6: number;
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the network of an address, as a signed path is bound to it: with 24 and 48 bits, the
 * neighbours behind one office or provider gateway count as one. `deploy/nginx/delivery.js` says
 * the same.
 */
export function networkOf(address: string, bits: NetworkBits): string {
  const plain = mapped.exec(address)?.[1] ?? address.replace(/%.*$/, '');
  if (isIP(plain) === 4) {
    if (plain.startsWith('127.')) return 'loopback';
    return bits.ipv4 === 0 ? 'any' : `4.${prefixOf(bytesOfV4(plain), bits.ipv4)}`;
  }
  if (isIP(plain) !== 6) return 'unknown';
  const bytes = bytesOfV6(plain);
  if (bytes.every((byte, i) => byte === (i === 15 ? 1 : 0))) return 'loopback';
  return bits.ipv6 === 0 ? 'any' : `6.${prefixOf(bytes, bits.ipv6)}`;
}

function prefixOf(bytes: readonly number[], bits: number): string {
  return bytes
    .map((byte, i) => {
      const kept = Math.min(8, Math.max(0, bits - i * 8));
      return byte & (0xff << (8 - kept));
    })
    .map((byte) => (byte & 0xff).toString(16).padStart(2, '0'))
    .join('');
}

function bytesOfV4(address: string): number[] {
  return address.split('.').map(Number);
}

function bytesOfV6(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const gap = Array.from({ length: 16 - left.length - right.length }, () => 0);
  return [...left, ...gap, ...right];
}

/**
 * Splits an IPv6 address into its groups; the last one may be written as an IPv4 address (RFC 4291,
 * section 2.2).
 */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return bytesOfV4(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
