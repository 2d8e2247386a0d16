import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock/clock.ts';
import { hasSameBytes, hmacSha256 } from '../../crypto/codes.ts';

/** Each nonce is valid for its own window and the next: 150 to 300 seconds. */
export const nonceWindowMs = 150_000;
const macBytes = 16;
const nonceShape = /^[A-Za-z0-9_-]{30}$/;

/**
 * Creates server nonces for proofs (RFC 9449, section 8), which replace the client's clock. The key
 * lives only as long as the process: a proof is useless in another process or after a restart, so
 * remembering seen proofs in memory is enough.
 */
export function createNonces(clock: Clock, key: Uint8Array = randomBytes(32)) {
  const windowNow = () => Math.floor(clock.now().getTime() / nonceWindowMs);
  const make = (window: number): string => {
    const head = Buffer.alloc(6);
    head.writeUIntBE(window, 0, 6);
    const mac = hmacSha256(key, head.toString('hex')).subarray(0, macBytes);
    return Buffer.concat([head, mac]).toString('base64url');
  };
  /** Of the windows that are valid now; at most two. */
  const made = new Map<number, string>();
  const nonceOf = (window: number): string => {
    for (const old of made.keys()) if (old < windowNow() - 1) made.delete(old);
    const nonce = made.get(window) ?? make(window);
    made.set(window, nonce);
    return nonce;
  };
  return {
    current: (): string => nonceOf(windowNow()),
    /** Returns the window that the nonce was made in, or null when it is not ours or too old. */
    windowOf(nonce: string): number | null {
      if (!nonceShape.test(nonce)) return null;
      const window = Buffer.from(nonce, 'base64url').readUIntBE(0, 6);
      const age = windowNow() - window;
      if (age < 0 || age > 1) return null;
      return hasSameBytes(Buffer.from(nonce), Buffer.from(nonceOf(window))) ? window : null;
    },
  };
}

export type Nonces = ReturnType<typeof createNonces>;
