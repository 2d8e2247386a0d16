import { describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  defineAddressesSetting,
  defineChoiceSetting,
  defineNumberSetting,
  defineOptionalTextSetting,
  defineOriginSetting,
  definePageTargetSetting,
  definePostgresSetting,
  defineServiceAddressSetting,
  formatSettingsTable,
  readSettings,
} from './setting.ts';

const settings = {
  port: defineNumberSetting('PORT', 'Port.', { fallback: 8080, min: 0, max: 65_535 }),
  role: defineChoiceSetting('ROLE', 'Role.', ['all', 'web']),
  url: defineOptionalTextSetting('PUBLIC_URL', 'Address.'),
};

describe('readSettings', () => {
  it('takes defaults, and an empty variable for none', () => {
    expect(readSettings(settings, { PORT: '' })).toEqual({
      port: 8080,
      role: 'all',
      url: undefined,
    });
  });

  it('reads what is set', () => {
    expect(readSettings(settings, { PORT: '9000', ROLE: 'web', PUBLIC_URL: 'x' })).toEqual({
      port: 9000,
      role: 'web',
      url: 'x',
    });
  });

  it.each([
    [{ PORT: 'http' }, /PORT is set to 'http'.*whole number/],
    [{ PORT: '70000' }, /PORT is set to '70000'.*65535 or less/],
    [{ ROLE: 'boss' }, /ROLE is set to 'boss'.*choose one of all, web/],
  ])('says in one sentence what does not fit in %o', (environment, sentence) => {
    expect(() => readSettings(settings, environment)).toThrow(ConfigurationError);
    expect(() => readSettings(settings, environment)).toThrow(sentence);
  });
});

describe('the address of the database', () => {
  const place = { url: definePostgresSetting('DATABASE_URL', 'Database.', '–') };

  it('is one of PostgreSQL, and no message contains its password', () => {
    const read = (url: string) => () => readSettings(place, { DATABASE_URL: url });
    expect(read('postgres://me:secret@db/prahari')).not.toThrow();
    expect(read('postgresql:///prahari?host=/run/postgresql')).not.toThrow();
    expect(read('mysql://me:secret@db/prahari')).toThrow(/postgresql:\/\/user.* is needed/);
    expect(read('mysql://me:secret@db/prahari')).not.toThrow(/secret/);
  });
});

describe('addresses', () => {
  const places = {
    url: defineOriginSetting('PUBLIC_URL', 'Address.', '–'),
    proxies: defineAddressesSetting('TRUST_PROXY', 'Proxies.'),
    service: defineServiceAddressSetting('RANGES_URL', 'Service.', '–'),
    target: definePageTargetSetting('REMOTE_LOG_ENDPOINT', 'Log.'),
  };

  it('are read with spaces between them', () => {
    const read = readSettings(places, {
      PUBLIC_URL: 'https://learn.example.org:8443',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
      RANGES_URL: 'https://ranges.example.org/range',
      REMOTE_LOG_ENDPOINT: 'https://logs.example.org:8443/v1/errors',
    });
    expect(read).toEqual({
      url: 'https://learn.example.org:8443',
      proxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      service: 'https://ranges.example.org/range',
      target: 'https://logs.example.org:8443/v1/errors',
    });
  });

  it.each([
    { PUBLIC_URL: 'learn.example.org' },
    { PUBLIC_URL: 'learn.example.org:8443' },
    { PUBLIC_URL: 'https://learn.example.org/path' },
    { PUBLIC_URL: 'ftp://learn.example.org' },
    { TRUST_PROXY: 'proxy' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { TRUST_PROXY: '0.0.0.0/0' },
    { TRUST_PROXY: '10.0.0.0/8/8' },
    { RANGES_URL: 'http://ranges.example.org/range' },
    { REMOTE_LOG_ENDPOINT: 'http://logs.example.org/v1' },
    { REMOTE_LOG_ENDPOINT: 'https://logs.example.org' },
    { REMOTE_LOG_ENDPOINT: 'https://logs.example.org/v1/' },
    { REMOTE_LOG_ENDPOINT: 'https://logs.example.org/v1?key=x' },
    { REMOTE_LOG_ENDPOINT: 'https://user:secret@logs.example.org/v1' },
    { REMOTE_LOG_ENDPOINT: "https://logs.example.org/v1; script-src 'unsafe-inline'" },
    { REMOTE_LOG_ENDPOINT: 'https://logs.example.org/v1,*' },
    { REMOTE_LOG_ENDPOINT: 'https://logs.example.org/v1"><script>' },
    { REMOTE_LOG_ENDPOINT: 'https://[/v1' },
    { RANGES_URL: 'https://user:secret@ranges.example.org' },
    { RANGES_URL: 'https://ranges.example.org/?of=' },
    { RANGES_URL: 'ranges.example.org' },
  ])('are refused in %o', (environment) => {
    expect(() => readSettings(places, environment)).toThrow(ConfigurationError);
  });
});

it('makes the table of the README', () => {
  expect(formatSettingsTable([settings.port])).toContain('| `PORT` | 8080 | Port. |');
});
