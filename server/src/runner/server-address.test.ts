import { expect, it } from 'vitest';
import { parseServerAddress } from './server-address.ts';

it.each([
  ['https://learn.example.org', 'https://learn.example.org'],
  ['https://learn.example.org:8443/', 'https://learn.example.org:8443'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
  ['http://localhost', 'http://localhost'],
])('takes %s', (text, origin) => expect(parseServerAddress(text)).toBe(origin));

it.each([
  'http://learn.example.org',
  'http://127.0.0.1.example.org',
  'http://localhost.example.org',
  'ftp://127.0.0.1',
  'learn.example.org',
  'https://learn.example.org/api',
  'https://user@learn.example.org',
])('refuses %s', (text) => expect(() => parseServerAddress(text)).toThrow());
