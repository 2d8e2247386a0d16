import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createLocator, openLocator } from './locate.ts';

const log = createLog('silent');
const open = (geoipFile?: string) => openLocator({ geoipFile }, log);

describe('the built-in database', () => {
  it('knows the countries of addresses, in every notation', async () => {
    const { hasData, findCountry, findPlace } = await open();
    expect(hasData).toBe(true);
    expect(findCountry('49.36.0.1')).toBe('IN');
    expect(findCountry('::ffff:49.36.0.1')).toBe('IN');
    expect(findCountry('2405:200::1')).toBe('IN');
    expect(findCountry('212.58.246.79')).toBe('GB');
    expect(findPlace('212.58.246.79')).toMatchObject({ country: 'GB', isCountry: true });
  });

  it.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.0.1',
    '203.0.113.9',
    'fd00::1',
    'fe80::1%eth0',
    '2001:db8::1',
    '224.0.0.1',
    'unknown',
    '',
  ])('says nothing about %s', async (address) => {
    const { findCountry, findPlace } = await open();
    expect(findCountry(address)).toBeNull();
    expect(findPlace(address)).toBeUndefined();
  });
});

describe('a database of cities', () => {
  it('tells where in the country, however it names that', () => {
    const of = (record: unknown) =>
      // What other databases answer.
      createLocator({ get: () => Object(record) }).findPlace('49.36.0.1');
    const place = { country: 'IN', latitude: 19.08, longitude: 72.88, isCountry: false };
    const nested = {
      country: { iso_code: 'IN' },
      location: { latitude: 19.08, longitude: 72.88, accuracy_radius: 20 },
    };
    expect(of(nested)).toEqual({ ...place, radiusKm: 20 });
    const flat = { country_code: 'IN', latitude: '19.08', longitude: '72.88' };
    expect(of(flat)).toEqual({ ...place, radiusKm: 50 });
    expect(of({ country: { iso_code: 'IN' } })).toMatchObject({ country: 'IN', isCountry: true });
    expect(of({ country_code: 'ZZ' })).toBeUndefined();
    expect(of({ country_code: 'not one' })).toBeUndefined();
    expect(of({ anything: 1 })).toBeUndefined();
  });
});

it('without a database every place is unknown', async () => {
  const { hasData, findCountry } = await open('off');
  expect(hasData).toBe(false);
  expect(findCountry('49.36.0.1')).toBeNull();
});

it('a file that is none stops the start with one sentence', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-geoip-'));
  const file = path.join(folder, 'places.mmdb');
  await writeFile(file, 'nothing');
  await expect(open(file)).rejects.toThrow(/^GEOIP_FILE is .*places\.mmdb, which can't be read/);
  await expect(open(path.join(folder, 'missing'))).rejects.toThrow(/^GEOIP_FILE is /);
  await rm(folder, { recursive: true });
});
