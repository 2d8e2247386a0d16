import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMediaCookie } from './media-cookie.adapter.ts';

const key = Buffer.alloc(32, 7);
const cookie = createMediaCookie(key, 'abcd1234');
const session = '0199f3c0-0000-7000-8000-000000000001';
const now = new Date('2026-11-20T10:00:00Z');
const later = new Date(now.getTime() + 1000);

describe('the media cookie', () => {
  it('names its session until it runs out', () => {
    const value = cookie.sign(session, later);
    expect(cookie.readSession(value, now)).toBe(session);
    expect(cookie.readSession(value, later)).toBeNull();
  });

  it('is refused when missing, malformed or made under another key', () => {
    const foreign = createMediaCookie(Buffer.alloc(32, 8), 'abcd1234').sign(session, later);
    for (const value of [undefined, '', 'x', '..', foreign]) {
      expect(cookie.readSession(value, now)).toBeNull();
    }
  });

  // The very last sign of base64url has spare bits, so the property leaves it out.
  it('is refused after any change of one character', () => {
    const value = cookie.sign(session, later);
    fc.assert(
      fc.property(
        fc.nat(value.length - 2),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, sign) => {
          fc.pre(value[at] !== sign);
          const changed = value.slice(0, at) + sign + value.slice(at + 1);
          expect(cookie.readSession(changed, now)).toBeNull();
        },
      ),
    );
  });
});
