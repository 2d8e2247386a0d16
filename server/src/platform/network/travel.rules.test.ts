import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryFacts } from './country-facts.ts';
import { computeDistanceKm, judgeTravel, type Place } from './travel.rules.ts';

const at = (latitude: number, longitude: number, more: Partial<Place> = {}): Place => ({
  country: '',
  latitude,
  longitude,
  radiusKm: 0,
  isCountry: false,
  ...more,
});
const delhi = at(28.6139, 77.209, { country: 'IN' });
const mumbai = at(19.076, 72.8777, { country: 'IN' });
const london = at(51.5074, -0.1278, { country: 'GB' });
const chennai = at(13.0827, 80.2707, { country: 'IN' });
const colombo = at(6.9271, 79.8612, { country: 'LK' });
const noon = new Date('2026-03-01T12:00:00Z');
const hoursLater = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

const travel = (from: Place, to: Place, hours: number) =>
  judgeTravel({ place: from, at: noon }, { place: to, at: hoursLater(hours) });

function country(code: string): Place {
  const [latitude, longitude, radiusKm] = countryFacts[code] ?? [0, 0, 0];
  return { country: code, latitude, longitude, radiusKm, isCountry: true };
}

it.each<[Place, Place, number]>([
  [delhi, mumbai, 1148.1],
  [delhi, london, 6711.3],
  [at(10, 20), at(-10, -160), 20015.1],
  [at(0, 179.5), at(0, -179.5), 111.2],
  [chennai, colombo, 685.9],
])('the distance between two places is that over the earth (%#)', (a, b, km) => {
  expect(computeDistanceKm(a, b)).toBeCloseTo(km, 1);
});

describe('a journey', () => {
  it('is impossible when it is faster than a jet', () => {
    expect(travel(delhi, london, 5)).toMatchObject({ isImpossible: true });
    expect(Math.round(travel(delhi, london, 5).speedKmh)).toBe(1342);
    expect(travel(delhi, london, 9)).toMatchObject({ isImpossible: false });
    expect(Math.round(travel(delhi, london, 9).speedKmh)).toBe(746);
    // The clocks of two processes may disagree about which came first.
    expect(travel(delhi, london, -5)).toEqual(travel(delhi, london, 5));
    expect(travel(delhi, london, 0).isImpossible).toBe(true);
  });

  it('is possible within what the places may be off, and over short distances', () => {
    const vague = { ...london, radiusKm: 6300 };
    expect(travel(delhi, vague, 0)).toMatchObject({ isImpossible: false });
    const near = at(28.6139 + 4.49, 77.209, { country: 'IN' });
    const far = at(28.6139 + 4.51, 77.209, { country: 'IN' });
    expect(travel(delhi, near, 0).isImpossible).toBe(false);
    expect(travel(delhi, far, 0).isImpossible).toBe(true);
  });

  it('within a country or over its border proves nothing where only countries are known', () => {
    expect(travel(delhi, mumbai, 0).isImpossible).toBe(true);
    expect(travel(country('IN'), mumbai, 0).isImpossible).toBe(false);
    expect(travel(country('IN'), country('CN'), 0).isImpossible).toBe(false);
    expect(travel(country('CN'), country('IN'), 0).isImpossible).toBe(false);
    expect(travel(country('IN'), country('GB'), 1).isImpossible).toBe(true);
    expect(travel(country('IN'), country('GB'), 9).isImpossible).toBe(false);
  });

  const place = fc.record({
    country: fc.constantFrom('IN', 'GB', 'CN', 'XX'),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radiusKm: fc.integer({ min: 0, max: 2500 }),
    isCountry: fc.boolean(),
  });

  it('is judged alike in both directions, for any two places and moments', () => {
    fc.assert(
      fc.property(place, place, fc.double({ min: -48, max: 48, noNaN: true }), (a, b, hours) => {
        const there = travel(a, b, hours);
        const back = travel(b, a, hours);
        expect(there.distanceKm).toBeCloseTo(back.distanceKm, 6);
        expect(there.isImpossible).toBe(back.isImpossible);
        expect(there.distanceKm).toBeGreaterThanOrEqual(0);
        expect(there.distanceKm).toBeLessThanOrEqual(20_016);
        expect(Number.isFinite(there.speedKmh)).toBe(true);
        expect(travel(a, a, hours).isImpossible).toBe(false);
        // Longer between is never more suspicious.
        if (!there.isImpossible) expect(travel(a, b, hours * 2).isImpossible).toBe(false);
      }),
    );
  });
});

it('the borders of countries are those of their neighbours too', () => {
  for (const [code, [, , , borders]] of Object.entries(countryFacts))
    for (const next of borders.split(' ').filter((one) => one !== ''))
      expect(countryFacts[next]?.[3].split(' '), `${code} and ${next}`).toContain(code);
});
