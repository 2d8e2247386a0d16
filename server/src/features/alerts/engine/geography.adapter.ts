import type { Anonymisers } from '../../../platform/network/anonymisers.ts';
import type { Locator } from '../../../platform/network/locate.ts';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import { isTooVague, judgeTravel } from '../../../platform/network/travel.rules.ts';
import type { Geography } from './history.rules.ts';

/** Measures journeys between network addresses, as far as their places are known. */
export function createGeography({
  locator,
  anonymisers,
}: {
  readonly locator: Pick<Locator, 'findPlace'>;
  readonly anonymisers: Pick<Anonymisers, 'has'>;
}): Geography {
  return {
    networkOf: nameNetwork,
    isAnonymising: (address) => anonymisers.has(address),
    measureTravel(from, to, elapsedMs) {
      const [start, end] = [locator.findPlace(from), locator.findPlace(to)];
      if (!start || !end || isTooVague(start, end)) return undefined;
      const { distanceKm, speedKmh } = judgeTravel(
        { place: start, at: new Date(0) },
        { place: end, at: new Date(elapsedMs) },
      );
      return { km: distanceKm, kmPerHour: speedKmh };
    },
  };
}
