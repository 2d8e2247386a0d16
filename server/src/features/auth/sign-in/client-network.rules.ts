import { computeNetwork } from '../../../platform/network/network.ts';

/**
 * Returns what the addresses of one client have in common. An IPv6 host usually has a network of 2^64
 * addresses to itself (RFC 6177), so that each of them must not be counted apart.
 */
export const findClientNetwork = (address: string): string =>
  computeNetwork(address, { ipv4: 32, ipv6: 64 });

/**
 * Returns the common part of one site's addresses: providers give up to 2^16 networks of IPv6 to
 * one customer (RFC 6177), free of charge.
 */
export const findSite = (address: string): string =>
  computeNetwork(address, { ipv4: 32, ipv6: 48 });
