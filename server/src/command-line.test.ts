import { describe, expect, it } from 'vitest';
import { formatHelp, readFlags } from './command-line.ts';
import { defineNumberSetting } from './platform/config/setting.ts';
import { StartError } from './platform/errors/app-error.ts';

const none = {
  demo: false,
  newAdminPassword: false,
  migrate: false,
  moveTo: undefined,
  version: false,
  help: false,
};

describe('readFlags', () => {
  it('reads options, and those that npm took for its own', () => {
    expect(readFlags([], {})).toEqual(none);
    expect(readFlags(['--demo', '--version'], {})).toEqual({ ...none, demo: true, version: true });
    const moveTo = 'postgresql://prahari@db.example.org/prahari';
    expect(readFlags(['--move-to', moveTo], {})).toEqual({ ...none, moveTo });
    const environment = { npm_lifecycle_event: 'start', npm_config_demo: 'true' };
    expect(readFlags([], environment)).toEqual({ ...none, demo: true });
    expect(readFlags([], { ...environment, npm_lifecycle_event: 'test' })).toEqual(none);
    expect(readFlags(['--migrate'], {})).toEqual({ ...none, migrate: true });
    const password = { npm_lifecycle_event: 'start', npm_config_new_admin_password: 'true' };
    expect(readFlags([], password)).toEqual({ ...none, newAdminPassword: true });
  });

  it.each([
    ['foo', /^Unexpected argument 'foo'\.\nUsage/],
    ['--fast', /^Unknown option '--fast'\.\nUsage/],
    ['--move-to', /^Option '--move-to <value>' argument missing\.\nUsage/],
    ['--demo=yes', /^Option '--demo' does not take an argument\.\nUsage/],
  ])('refuses %s in one sentence', (argument, sentence) => {
    expect(() => readFlags([argument], {})).toThrow(StartError);
    expect(() => readFlags([argument], {})).toThrow(sentence);
  });
});

it('lists the settings', () => {
  const port = defineNumberSetting('PORT', 'Port, as `8080`.', {
    fallback: 8080,
    min: 0,
    max: 65_535,
  });
  expect(formatHelp({ port })).toContain('  PORT (8080)\n      Port, as 8080.');
});
