import { expect, it } from 'vitest';
import { type ConnectionFacts, checkConnection } from './network-check.rules.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const plain: ConnectionFacts = {
  address: '203.0.113.9',
  country: 'IN',
  httpVersion: '1.1',
  isEncrypted: true,
  headers: { 'user-agent': 'x', accept: '*/*' },
  sentAt: undefined,
  roundTripMs: undefined,
};
const check = (facts: Partial<ConnectionFacts>) => checkConnection({ ...plain, ...facts }, now);
const issuesOf = (facts: Partial<ConnectionFacts>) => check(facts).issues.map(({ code }) => code);

it('names no issue that no figure shows', () => {
  expect(check({})).toMatchObject({ clockAheadMs: null, roundTripMs: null, issues: [] });
});

it('calls a connection slow from two seconds on, in the words of the specification', () => {
  expect(issuesOf({ roundTripMs: 1999 })).toEqual([]);
  expect(check({ roundTripMs: 2000 }).issues).toEqual([
    { code: 'slow_network', message: 'Slow network connection detected' },
  ]);
});

it('compares clocks in the middle of the way', () => {
  const sentAt = '2026-11-20T09:59:59.000Z';
  expect(check({ sentAt, roundTripMs: 2000 }).clockAheadMs).toBe(0);
  expect(issuesOf({ sentAt: '2026-11-20T10:01:00.000Z' })).toEqual([]);
  expect(issuesOf({ sentAt: '2026-11-20T10:01:00.001Z' })).toEqual(['clock_off']);
  expect(issuesOf({ sentAt: '2026-11-20T09:58:59.000Z' })).toEqual(['clock_off']);
});

it.each([
  ['127.0.0.1', 'loopback', 4],
  ['::1', 'loopback', 6],
  ['::ffff:10.1.2.3', 'private', 4],
  ['fe80::1', 'link-local', 6],
  ['fd00::1', 'private', 6],
  ['8.8.8.8', 'public', 4],
  ['2606:4700::1111', 'public', 6],
] as const)('classes %s as %s', (address, kind, version) => {
  expect(check({ address }).address).toMatchObject({ class: kind, version });
});

it('warns of a connection without encryption, except within one machine', () => {
  expect(issuesOf({ isEncrypted: false, address: '10.0.0.7' })).toEqual(['insecure_transport']);
  expect(issuesOf({ isEncrypted: false, address: '127.0.0.1' })).toEqual([]);
});

it('lists what browsers send and what was dropped on the way', () => {
  expect(check({}).headers).toEqual({
    present: ['accept', 'user-agent'],
    missing: ['accept-encoding', 'accept-language', 'sec-fetch-mode', 'sec-fetch-site'],
  });
});
