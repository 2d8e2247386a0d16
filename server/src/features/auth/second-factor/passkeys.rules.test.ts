import { describe, expect, it } from 'vitest';
import { findRelyingParty, isCopyShown } from './passkeys.rules.ts';
import { listSecondStepWays } from './second-factor.rules.ts';

describe('findRelyingParty', () => {
  it.each([
    ['https://learn.example.org', 'learn.example.org'],
    ['https://learn.example.org:8443', 'learn.example.org'],
    ['http://localhost:4000', 'localhost'],
  ])('is the domain of %s', (origin, id) => {
    expect(findRelyingParty([origin])).toEqual({ id, origins: [origin] });
  });

  it('accepts only origins of one domain, and none by address', () => {
    const local = ['http://localhost:80', 'http://127.0.0.1:80', 'http://[::1]:80'];
    expect(findRelyingParty(local)).toEqual({ id: 'localhost', origins: local.slice(0, 1) });
    expect(findRelyingParty(local.slice(1))).toBeNull();
    expect(findRelyingParty(['https://192.168.1.20'])).toBeNull();
    expect(findRelyingParty([])).toBeNull();
  });
});

describe('isCopyShown', () => {
  it('needs a challenge that was sent after the last use', () => {
    const lastUsedAt = new Date('2031-01-01T10:00:00Z');
    const at = (ms: number) => new Date(lastUsedAt.getTime() + ms);
    expect([-1, 0, 1].map((ms) => isCopyShown(at(ms), lastUsedAt))).toEqual([false, false, true]);
    expect(isCopyShown(at(0), null)).toBe(true);
  });
});

describe('listSecondStepWays', () => {
  it('lists the enrolled factors, the passkey first', () => {
    expect(listSecondStepWays({ hasApp: true, passkeys: 2, recoveryCodes: 9 })).toEqual([
      'passkey',
      'app',
      'recovery',
    ]);
    expect(listSecondStepWays({ hasApp: false, passkeys: 1, recoveryCodes: 0 })).toEqual([
      'passkey',
    ]);
    expect(listSecondStepWays({ hasApp: false, passkeys: 0, recoveryCodes: 0 })).toEqual([]);
  });
});
