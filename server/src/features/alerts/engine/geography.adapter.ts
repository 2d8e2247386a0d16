import type { Locator } from '../../../platform/network/locate.ts';
import { nameNetwork } from '../../../platform/network/name-network.ts';
import { judgeTravel } from '../../../platform/network/travel.rules.ts';
import type { Geography } from './history.rules.ts';

/** Only the time between two sightings matters. */
const start = new Date(0);

/** Knows places as well as the database of addresses does. */
export function createGeography(locator: Pick<Locator, 'findPlace'>): Geography {
  return {
    networkOf: nameNetwork,
    measureTravel(from, to, elapsedMs) {
      const here = locator.findPlace(from);
      const there = locator.findPlace(to);
      if (!here || !there) return undefined;
      const travel = judgeTravel(
        { place: here, at: start },
        { place: there, at: new Date(elapsedMs) },
      );
      return travel.isImpossible
        ? { km: travel.distanceKm, kmPerHour: travel.speedKmh }
        : undefined;
    },
  };
}
