import { sha256 } from '../../platform/crypto/codes.ts';
import type { ClientTraits } from '../../platform/http/request-facts.ts';
import { networkOf } from '../../platform/network/network.ts';

/** Neighbours behind one gateway of an office or a carrier count as one network. */
const networkBits = { ipv4: 24, ipv6: 48 };

/**
 * Names where a password was confirmed for watching: the network, and browser build with machine as
 * the browser tells them. The confirmation holds where the same name comes out again.
 * @param bindsNetwork false where carriers move learners from network to network
 */
export function confirmedPlaceOf(traits: ClientTraits, bindsNetwork: boolean): string {
  const network = bindsNetwork ? networkOf(traits.address, networkBits) : 'any';
  const machine = sha256(`${traits.userAgent}\n${traits.machine}`).toString('base64url');
  return `${network} ${machine.slice(0, 22)}`;
}
