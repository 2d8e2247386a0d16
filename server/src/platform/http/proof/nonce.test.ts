import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNonces, findWindow, isValidIn, nonceWindowMs } from './nonce.ts';

const create = (key = 1) => createNonces(Buffer.alloc(32, key));

describe('nonces', () => {
  it('are good in their window and the next, and no longer', () => {
    const nonces = create();
    const nonce = nonces.current(10);
    expect([10, 11, 12].map((present) => nonces.windowOf(nonce, present))).toEqual([10, 10, null]);
  });

  it('are the same in all processes that know the key', () => {
    expect(create().windowOf(create().current(10), 11)).toBe(10);
  });

  it('of another key are not accepted', () => {
    expect(create(1).windowOf(create(2).current(10), 10)).toBeNull();
  });

  it('from the future are reported as a wrong clock of this process', () => {
    expect(create().windowOf(create().current(900), 10)).toBe(900);
  });

  it('are not guessed: no other text of the same length passes', () => {
    const nonces = create();
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 22, maxLength: 22 }), (bytes) => {
        expect(nonces.windowOf(Buffer.from(bytes).toString('base64url'), 10)).toBeNull();
      }),
    );
  });

  it('live for 150 to 300 seconds by one clock', () => {
    fc.assert(
      fc.property(fc.nat(1e13), fc.nat(299_999), (madeMs, laterMs) => {
        const isValid = isValidIn(findWindow(madeMs), findWindow(madeMs + laterMs));
        if (laterMs < nonceWindowMs) expect(isValid).toBe(true);
        expect(isValidIn(findWindow(madeMs), findWindow(madeMs + 2 * nonceWindowMs))).toBe(false);
      }),
    );
  });
});
