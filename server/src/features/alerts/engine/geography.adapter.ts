import type { Locator } from '../../../platform/network/locate.ts';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import { isTooVague, judgeTravel } from '../../../platform/network/travel.rules.ts';
import type { Geography } from './history.rules.ts';

/** Measures journeys between network addresses, as far as their places are known. */
export function createGeography(locator: Pick<Locator, 'findPlace'>): Geography {
  return {
    networkOf: nameNetwork,
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
