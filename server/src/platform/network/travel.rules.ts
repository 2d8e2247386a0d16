import { countryFacts } from './country-facts.ts';

/** Where an address is, as well as the database knows. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Somewhere within this distance. */
  readonly radiusKm: number;
  /** Only the country is known: the place is its middle. */
  readonly isCountry: boolean;
}

export interface Sighting {
  readonly place: Place;
  readonly at: Date;
}

export interface Travel {
  /** Least distance, in km: without what the two places may be off. */
  readonly distanceKm: number;
  readonly speedKmh: number;
  readonly isImpossible: boolean;
}

/** Mean radius (IUGG). */
const earthRadiusKm = 6371.0088;
/** Two addresses of one moment are compared as if a minute lay between them. */
const leastHours = 1 / 60;
/** A jet flies at about 900 km/h, but not from door to door. */
const impossibleKmh = 800;
/** Databases are often wrong about less. */
const leastKm = 500;

/** Computes the great-circle distance in km by the haversine formula. */
export function computeDistanceKm(
  a: Pick<Place, 'latitude' | 'longitude'>,
  b: Pick<Place, 'latitude' | 'longitude'>,
): number {
  const inRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const [fromLatitude, toLatitude] = [inRadians(a.latitude), inRadians(b.latitude)];
  const latitudes = Math.sin((toLatitude - fromLatitude) / 2) ** 2;
  const longitudes = Math.sin(inRadians(b.longitude - a.longitude) / 2) ** 2;
  const share = latitudes + Math.cos(fromLatitude) * Math.cos(toLatitude) * longitudes;
  // Rounding may exceed 1 at the opposite side of the earth.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, share)));
}

function areNeighbours(a: string, b: string): boolean {
  return countryFacts[a]?.[3].split(' ').includes(b) ?? false;
}

/** Tells whether two places say nothing of a journey: only countries are known, and they touch. */
export function isTooVague(from: Place, to: Place): boolean {
  return (
    (from.isCountry || to.isCountry) &&
    (from.country === to.country || areNeighbours(from.country, to.country))
  );
}

/**
 * Judges whether one person can have been at both places, in either order. Where only countries are
 * known, the same or a bordering one proves nothing.
 */
export function judgeTravel(a: Sighting, b: Sighting): Travel {
  const [from, to] = [a.place, b.place];
  const offKm = from.radiusKm + to.radiusKm;
  const distanceKm = Math.max(0, computeDistanceKm(from, to) - offKm);
  const hours = Math.max(leastHours, Math.abs(b.at.getTime() - a.at.getTime()) / 3_600_000);
  const speedKmh = distanceKm / hours;
  const isImpossible = !isTooVague(from, to) && distanceKm >= leastKm && speedKmh >= impossibleKmh;
  return { distanceKm, speedKmh, isImpossible };
}
