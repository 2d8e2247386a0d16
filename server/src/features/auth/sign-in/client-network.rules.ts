import { computeNetwork } from '../../../platform/network/network.ts';

/**
 * Returns the common part of one client's addresses. An IPv6 host usually has a network of 2^64
 * addresses (RFC 6177), which must not be counted separately.
 */
export const findClientNetwork = (address: string): string =>
  computeNetwork(address, { ipv4: 32, ipv6: 64 });

/**
 * Returns the common part of one site's addresses: providers give up to 2^16 networks of IPv6 to
 * one customer (RFC 6177), free of charge.
 */
export const findSite = (address: string): string =>
  computeNetwork(address, { ipv4: 32, ipv6: 48 });
