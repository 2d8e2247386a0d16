import { describe, expect, it } from 'vitest';
import { comparePlaces, nameConfirmedPlace } from './confirmed-place.rules.ts';

const home = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36',
  machine: '"Windows" "15.0.0" "x86" "64" 8',
};
const place = (change: Partial<typeof home>, bindsNetwork = true) =>
  nameConfirmedPlace({ ...home, ...change }, bindsNetwork);

describe('where a password was confirmed', () => {
  it.each([
    ['another address of the network', { address: '203.0.113.250' }],
    ['the same address, mapped into IPv6', { address: '::ffff:203.0.113.7' }],
  ])('is the same at %s', (_, change) => {
    expect(place(change)).toBe(place({}));
  });

  it.each([
    ['another network', { address: '203.0.114.7' }],
    ['an IPv6 network', { address: '2001:db8:1::7' }],
    ['another release of the browser', { userAgent: home.userAgent.replace('142', '143') }],
    ['another processor', { machine: '"Windows" "15.0.0" "arm" "64" 8' }],
    ['less memory', { machine: '"Windows" "15.0.0" "x86" "64" 4' }],
    ['no word of the machine', { machine: '' }],
  ])('is another one at %s', (_, change) => {
    expect(place(change)).not.toBe(place({}));
  });

  it('is the same in every network where the configuration says so, but not on another machine', () => {
    expect(place({ address: '2001:db8:1::7' }, false)).toBe(place({}, false));
    expect(place({ machine: '' }, false)).not.toBe(place({}, false));
  });
});

describe('where a call comes from', () => {
  const now = new Date('2031-01-01T10:00:00Z');
  const until = { [place({})]: now.getTime() + 1 };
  const from = (change: Partial<typeof home>) => comparePlaces(until, place(change), now);

  it('is here, moved with the machine, or elsewhere', () => {
    expect(from({ address: '203.0.113.250' })).toBe('here');
    expect(from({ address: '198.51.100.7' })).toBe('moved');
    expect(from({ userAgent: 'another' })).toBe('elsewhere');
    expect(from({ address: '198.51.100.7', machine: '' })).toBe('elsewhere');
  });

  it('is elsewhere once the hour is over, and where nothing was confirmed', () => {
    const over = { [place({})]: now.getTime() };
    expect(comparePlaces(over, place({}), now)).toBe('elsewhere');
    expect(comparePlaces({}, place({}), now)).toBe('elsewhere');
    const mixed = { ...over, [place({ address: '198.51.100.7' })]: now.getTime() + 1 };
    expect(comparePlaces(mixed, place({}), now)).toBe('moved');
  });
});
