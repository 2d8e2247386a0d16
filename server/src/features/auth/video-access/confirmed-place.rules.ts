import { sha256 } from '../../../platform/crypto/codes.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { computeNetwork } from '../../../platform/network/network.ts';

/** Neighbours behind one gateway of an office or a carrier count as one network. */
const networkBits = { ipv4: 24, ipv6: 48 };

/**
 * Names where a password was confirmed for watching: the network, and browser build with machine as
 * reported by the browser. The confirmation is valid where the same name results again.
 * @param bindsNetwork false where carriers move learners from network to network
 */
export function nameConfirmedPlace(traits: ClientTraits, bindsNetwork: boolean): string {
  const network = bindsNetwork ? computeNetwork(traits.address, networkBits) : 'any';
  const machine = sha256(`${traits.userAgent}\n${traits.machine}`).toString('base64url');
  return `${network} ${machine.slice(0, 22)}`;
}

/** `here`: the password was confirmed in that place; `moved`: by the same machine in another network. */
export type PlaceMatch = 'here' | 'moved' | 'elsewhere';

/**
 * Compares a place with those where the password was confirmed.
 * @param until of each place where it was confirmed, in milliseconds of Unix time
 */
export function comparePlaces(
  until: Readonly<Record<string, number>>,
  place: string,
  now: Date,
): PlaceMatch {
  const running = Object.keys(until).filter((one) => (until[one] ?? 0) > now.getTime());
  if (running.includes(place)) return 'here';
  const machine = place.slice(place.lastIndexOf(' '));
  return running.some((one) => one.endsWith(machine)) ? 'moved' : 'elsewhere';
}
