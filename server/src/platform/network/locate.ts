import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { type CityResponse, open, type Reader } from 'maxmind';
import * as z from 'zod/mini';
import { defineOptionalTextSetting, type ValuesOf } from '../config/setting.ts';
import { StartError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { countryFacts } from './country-facts.ts';
import { removeMapping } from './network.ts';
import type { Place } from './travel.rules.ts';

export const locationSettings = {
  geoipFile: defineOptionalTextSetting(
    'GEOIP_FILE',
    'A database of places by address (MMDB, by country or by city) to use instead of the built-in one, which knows countries only; `off`: places of addresses stay unknown.',
    'the built-in one (CC0)',
  ),
} as const;

export type LocationConfig = ValuesOf<typeof locationSettings>;

/** Country and city databases of MaxMind (nested) and of ip-location-db (flat). */
const recordSchema = z.object({
  country_code: z.optional(z.string()),
  latitude: z.optional(z.coerce.number()),
  longitude: z.optional(z.coerce.number()),
  country: z.optional(z.object({ iso_code: z.optional(z.string()) })),
  location: z.optional(
    z.object({
      latitude: z.optional(z.number()),
      longitude: z.optional(z.number()),
      accuracy_radius: z.optional(z.number()),
    }),
  ),
});

/** The radius of cities for which the database names none. */
const cityRadiusKm = 50;
const oldMs = 90 * 86_400_000;
const countryCode = /^[A-Z]{2}$/;

export interface Locator {
  /** Whether there is a database at all: without it, nothing can be said about places. */
  readonly hasData: boolean;
  /** Returns the country by ISO 3166-1 alpha-2; null where it is unknown. */
  findCountry(address: string): string | null;
  /** Finds where an address is; undefined for private and unknown ones. */
  findPlace(address: string): Place | undefined;
}

/**
 * Opens the database of places. Places are approximate: a proxy or VPN is where its exit is.
 * @throws StartError when the operator's file can't be read
 */
export async function openLocator(
  { geoipFile }: LocationConfig,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<Locator> {
  const file = geoipFile ?? (await findBuiltIn());
  if (file === undefined || file === 'off') return createLocator(undefined);
  try {
    const reader = await open<CityResponse>(file);
    const { buildEpoch: builtAt, databaseType } = reader.metadata;
    const isOld = Date.now() - builtAt.getTime() > oldMs;
    if (geoipFile !== undefined && isOld)
      log.warn({ file, builtAt }, 'the database of places is older than 90 days');
    else log.info({ databaseType, builtAt }, 'places of addresses are known');
    return createLocator(reader);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`GEOIP_FILE is ${file}, which can't be read as an MMDB file: ${why}`);
  }
}

async function findBuiltIn(): Promise<string | undefined> {
  try {
    const found = fileURLToPath(
      import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    );
    await access(found);
    return found;
  } catch {
    // An optional dependency.
    return undefined;
  }
}

/** @param reader undefined: all places are unknown */
export function createLocator(reader: Pick<Reader<CityResponse>, 'get'> | undefined): Locator {
  function findRecord(address: string) {
    const plain = removeMapping(address);
    if (!reader || !ipaddr.isValid(plain) || ipaddr.parse(plain).range() !== 'unicast') return;
    const parsed = z.safeParse(recordSchema, reader.get(plain));
    if (!parsed.success) return;
    const { country_code: flat, country: nested } = parsed.data;
    const country = flat ?? nested?.iso_code;
    return country !== undefined && countryCode.test(country)
      ? { ...parsed.data, country }
      : undefined;
  }

  return {
    hasData: reader !== undefined,
    findCountry: (address) => findRecord(address)?.country ?? null,
    findPlace(address) {
      const record = findRecord(address);
      if (!record) return;
      const { country, location } = record;
      const latitude = location?.latitude ?? record.latitude;
      const longitude = location?.longitude ?? record.longitude;
      if (latitude !== undefined && longitude !== undefined) {
        const radiusKm = location?.accuracy_radius ?? cityRadiusKm;
        return { country, latitude, longitude, radiusKm, isCountry: false };
      }
      const facts = countryFacts[country];
      if (!facts) return;
      const [middle, meridian, radiusKm] = facts;
      return { country, latitude: middle, longitude: meridian, radiusKm, isCountry: true };
    },
  };
}
