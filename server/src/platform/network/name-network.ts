import { computeNetwork } from './network.ts';

const bits = { ipv4: 24, ipv6: 48 };

/**
 * Names the network of an address as people write it: `203.0.113.0/24`, `2001:db8:1::/48`. Loopback
 * addresses and what is no address have a word for a name.
 */
export function nameNetwork(address: string): string {
  const network = computeNetwork(address, bits);
  const [family, hex = ''] = network.split('.');
  if (family === '4') {
    const bytes = [0, 2, 4, 6].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return `${bytes.join('.')}/${bits.ipv4}`;
  }
  if (family !== '6') return network;
  const groups = [0, 4, 8].map((at) => Number.parseInt(hex.slice(at, at + 4), 16).toString(16));
  return `${groups.join(':')}::/${bits.ipv6}`;
}
