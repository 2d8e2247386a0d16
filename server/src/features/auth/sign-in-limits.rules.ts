import { isIPv6 } from 'node:net';

/**
 * What one visitor's addresses have in common. An IPv6 host usually has a network of 2^64 addresses
 * to itself (RFC 6177), so that each of them must not be counted apart.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4);
}

/**
 * What one site's addresses have in common: providers give up to 2^16 networks of IPv6 to one
 * customer (RFC 6177), for nothing.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 3);
}

/** IPv4 addresses as they are, of IPv6 so many groups of 16 bits. */
function prefixOf(address: string, length: number): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  const [head = '', tail = ''] = plain.split('::');
  const before = groupsOf(head);
  const zeros = plain.includes('::') ? 8 - before.length - groupsOf(tail).length : 0;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...groupsOf(tail)];
  const prefix = groups.slice(0, length).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/${16 * length}`;
}

/** Groups of 16 bits; a trailing IPv4 address is two of them, whose value is below every /64. */
function groupsOf(text: string): string[] {
  const groups = text.split(':').filter(Boolean);
  return groups.flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
