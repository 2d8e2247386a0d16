import { describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  choiceSetting,
  numberSetting,
  optionalTextSetting,
  readSettings,
  settingsTable,
} from './setting.ts';

const settings = {
  port: numberSetting('PORT', 'Port.', { fallback: 8080, min: 0, max: 65_535 }),
  role: choiceSetting('ROLE', 'Role.', ['all', 'web']),
  url: optionalTextSetting('PUBLIC_URL', 'Address.'),
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

it('makes the table of the README', () => {
  expect(settingsTable([settings.port])).toContain('| `PORT` | 8080 | Port. |');
});
