import { isIPv6 } from 'node:net';

/**
 * What one visitor's addresses have in common. An IPv6 host usually has a network of 2^64 addresses
 * to itself (RFC 6177), so that each of them must not be counted apart.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  const [head = '', tail = ''] = plain.split('::');
  const before = groupsOf(head);
  const zeros = plain.includes('::') ? 8 - before.length - groupsOf(tail).length : 0;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...groupsOf(tail)];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Groups of 16 bits; a trailing IPv4 address is two of them, whose value is below every /64. */
function groupsOf(text: string): string[] {
  const groups = text.split(':').filter(Boolean);
  return groups.flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
