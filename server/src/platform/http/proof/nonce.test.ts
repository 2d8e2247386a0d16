import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNonces, nonceWindowMs } from './nonce.ts';

function at(ms: number, key = Buffer.alloc(32, 1)) {
  const time = { ms };
  return { time, nonces: createNonces({ now: () => new Date(time.ms) }, key) };
}

describe('nonces', () => {
  it('are good in their window and the next, and no longer', () => {
    const { time, nonces } = at(10 * nonceWindowMs);
    const nonce = nonces.current();
    expect(nonces.windowOf(nonce)).toBe(10);
    time.ms += nonceWindowMs;
    expect(nonces.windowOf(nonce)).toBe(10);
    time.ms += nonceWindowMs;
    expect(nonces.windowOf(nonce)).toBeNull();
  });

  it('of another process are not accepted', () => {
    const other = at(10 * nonceWindowMs, Buffer.alloc(32, 2)).nonces;
    expect(at(10 * nonceWindowMs).nonces.windowOf(other.current())).toBeNull();
  });

  it('from the future are not accepted', () => {
    const ahead = at(11 * nonceWindowMs).nonces.current();
    expect(at(10 * nonceWindowMs).nonces.windowOf(ahead)).toBeNull();
  });

  it('are not guessed: no other text of the same length passes', () => {
    const { nonces } = at(10 * nonceWindowMs);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 22, maxLength: 22 }), (bytes) => {
        expect(nonces.windowOf(Buffer.from(bytes).toString('base64url'))).toBeNull();
      }),
    );
  });
});
