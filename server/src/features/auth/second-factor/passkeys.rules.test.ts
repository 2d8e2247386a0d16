import { describe, expect, it } from 'vitest';
import { relyingPartyOf, showsCopy } from './passkeys.rules.ts';
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

describe('showsCopy', () => {
  it('is for what was asked for behind the last use', () => {
    const lastUsedAt = new Date('2031-01-01T10:00:00Z');
    const at = (ms: number) => new Date(lastUsedAt.getTime() + ms);
    expect([-1, 0, 1].map((ms) => showsCopy(at(ms), lastUsedAt))).toEqual([false, false, true]);
    expect(showsCopy(at(0), null)).toBe(true);
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
