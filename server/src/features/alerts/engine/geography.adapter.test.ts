import { expect, it } from 'vitest';
import { nobodyHides } from './engine.fixture.ts';
import { createGeography } from './geography.adapter.ts';

const at = (country: string, latitude: number, longitude: number) => {
  return { country, latitude, longitude, radiusKm: 0, isCountry: false };
};
const places = new Map([
  ['203.0.113.1', at('IN', 28.6139, 77.209)],
  ['198.51.100.1', at('GB', 51.5074, -0.1278)],
]);
const geography = createGeography({
  locator: { findPlace: (address) => places.get(address) },
  anonymisers: nobodyHides,
});
const hourMs = 3_600_000;

it('measures journeys between places that are known, which rules judge', () => {
  const measure = (hours: number) =>
    geography.measureTravel('203.0.113.1', '198.51.100.1', hours * hourMs);
  expect(measure(5)?.km).toBeCloseTo(6711.3, 0);
  expect(measure(5)?.kmPerHour).toBeCloseTo(1342, 0);
  expect(measure(9)?.kmPerHour).toBeCloseTo(746, 0);
  expect(geography.measureTravel('203.0.113.1', '192.0.2.1', hourMs)).toBeUndefined();
});
