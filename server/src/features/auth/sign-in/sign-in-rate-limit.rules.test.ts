import { describe, expect, it } from 'vitest';
import { type CountKind, hashCountKey, type SignInAttempt } from './sign-in-rate-limit.rules.ts';

const key = new Uint8Array(32).fill(1);
const attempt: SignInAttempt = {
  address: '2001:db8:1:2::5',
  account: '+919876543210',
  deviceId: 'laptop',
  isKnownDevice: false,
};
const kinds: readonly CountKind[] = [
  'account',
  'accountDevice',
  'accountNetwork',
  'accountSite',
  'network',
  'device',
];

/** Lists the counts that tell an attempt apart from the one above. */
function listDistinguishing(change: Partial<SignInAttempt>): CountKind[] {
  return kinds.filter(
    (kind) =>
      hashCountKey(key, kind, attempt) !== hashCountKey(key, kind, { ...attempt, ...change }),
  );
}

describe('keys of counted attempts', () => {
  it('count an account, a device and a network apart from others', () => {
    expect(listDistinguishing({ account: '+919876543211' })).toEqual([
      'account',
      'accountDevice',
      'accountNetwork',
      'accountSite',
    ]);
    expect(listDistinguishing({ deviceId: 'phone' })).toEqual(['accountDevice', 'device']);
    expect(listDistinguishing({ address: '203.0.113.9' })).toEqual([
      'accountNetwork',
      'accountSite',
      'network',
    ]);
  });

  it('count another address of the same network together with the first', () => {
    expect(listDistinguishing({ address: '2001:db8:1:2::6' })).toEqual([]);
  });

  it('show neither phone number nor address, and differ by the secret key', () => {
    const other = new Uint8Array(32).fill(2);
    for (const kind of kinds) {
      const hash = hashCountKey(key, kind, attempt);
      expect(hash).toMatch(/^[\w-]{43}$/);
      expect(hashCountKey(other, kind, attempt)).not.toBe(hash);
    }
  });
});
