import { computeNetwork } from '../../../platform/network/network.ts';
import { findClientNetwork } from './client-network.rules.ts';

/** Tells whether an address lies in a network, written as `203.0.113.0/24` or as one address. */
export function isWithin(address: string, network: string): boolean {
  const [base = '', prefix] = network.split('/');
  if (prefix === undefined) return findClientNetwork(address) === findClientNetwork(base);
  const length = Number(prefix);
  const bits = { ipv4: Math.min(length, 32), ipv6: length };
  return computeNetwork(address, bits) === computeNetwork(base, bits);
}
