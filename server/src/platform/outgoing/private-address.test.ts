import { describe, expect, it } from 'vitest';
import { isPrivateAddress, isPrivateHost } from './private-address.ts';

describe('an address that a licence service can’t have', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'not an address',
  ])('%s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
});

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
])('%s is reached by anybody', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

it.each([
  ['http://127.1/', true],
  ['http://0x7f000001/', true],
  ['http://2130706433/', true],
  ['http://[::1]:8080/', true],
  ['http://[::ffff:127.0.0.1]/', true],
  ['http://localhost/', true],
  ['http://LOCALHOST./', true],
  ['http://a.localhost/', true],
  ['https://licences.example.org/', false],
  ['https://8.8.8.8/', false],
])('%s is private as it stands: %s', (address, isPrivate) => {
  expect(isPrivateHost(new URL(address).hostname)).toBe(isPrivate);
});
