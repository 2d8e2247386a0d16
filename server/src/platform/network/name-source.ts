import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { removeMapping } from './network.ts';

/**
 * Names what one client's calls have in common: an IPv4 address, or of IPv6 the /64, within which a
 * host changes its address as it likes (RFC 8981). What is neither stays as it is.
 */
export function nameSource(address: string): string {
  const plain = removeMapping(address);
  if (isIP(plain) !== 6) return plain;
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  if (parsed.range() === 'loopback') return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Writes an address as events have it: IPv4 as such, IPv6 in its shortest form (RFC 5952). */
export function normalizeAddress(address: string): string {
  const plain = removeMapping(address);
  if (isIP(plain) !== 6) return plain;
  const parsed = ipaddr.IPv6.parse(plain);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

/**
 * Finds how the written addresses of an IPv6 network begin: by the groups before its first zero,
 * behind which a shorter form may leave some out. Undefined for what is no such network.
 */
export function findWrittenStart(network: string): string | undefined {
  const [base = '', bits] = network.split('/');
  if (bits === undefined || isIP(base) !== 6) return undefined;
  const length = Number(bits);
  // Shorter ones hold whole providers.
  if (!Number.isInteger(length) || length < 32 || length > 128) return undefined;
  const groups = ipaddr.IPv6.parse(base).parts.slice(0, Math.floor(length / 16));
  const zero = groups.indexOf(0);
  const known = zero < 0 ? groups : groups.slice(0, zero);
  return known.map((group) => `${group.toString(16)}:`).join('');
}
