import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCounterGood, relyingPartyOf } from './passkeys.rules.ts';
import { waysOf } from './second-factor.rules.ts';

describe('relyingPartyOf', () => {
  it.each([
    ['https://learn.example.org', 'learn.example.org'],
    ['https://learn.example.org:8443', 'learn.example.org'],
    ['http://localhost:4000', 'localhost'],
  ])('is the domain of %s', (origin, id) => {
    expect(relyingPartyOf([origin])).toEqual({ id, origins: [origin] });
  });

  it('takes of several origins those of one domain, and none by an address', () => {
    const local = ['http://localhost:80', 'http://127.0.0.1:80', 'http://[::1]:80'];
    expect(relyingPartyOf(local)).toEqual({ id: 'localhost', origins: local.slice(0, 1) });
    expect(relyingPartyOf(local.slice(1))).toBeNull();
    expect(relyingPartyOf(['https://192.168.1.20'])).toBeNull();
    expect(relyingPartyOf([])).toBeNull();
  });
});

describe('isCounterGood', () => {
  it('takes what went on, and never what stood still or went back', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (stored, signed) => {
        const isZero = stored === 0 && signed === 0;
        expect(isCounterGood(stored, signed)).toBe(isZero || signed > stored);
      }),
    );
    expect(isCounterGood(7, 0)).toBe(false);
    expect(isCounterGood(7, 7)).toBe(false);
    expect(isCounterGood(0, 0)).toBe(true);
  });
});

describe('waysOf', () => {
  it('names what there is, the passkey first', () => {
    expect(waysOf({ hasApp: true, passkeys: 2, recoveryCodes: 9 })).toEqual([
      'passkey',
      'app',
      'recovery',
    ]);
    expect(waysOf({ hasApp: false, passkeys: 1, recoveryCodes: 0 })).toEqual(['passkey']);
    expect(waysOf({ hasApp: false, passkeys: 0, recoveryCodes: 0 })).toEqual([]);
  });
});
