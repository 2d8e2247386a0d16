import { hasSameBytes, hmacSha256 } from '../../crypto/codes.ts';

/** Each nonce is valid for its own window and the next: 150 to 300 seconds. */
export const nonceWindowMs = 150_000;
const macBytes = 16;
const nonceShape = /^[A-Za-z0-9_-]{30}$/;

/** Returns the number of the window that holds a time. */
export function findWindow(ms: number): number {
  return Math.floor(ms / nonceWindowMs);
}

/**
 * Tells whether nonces of a window are valid in another. Also those of the next: two processes can
 * only estimate the time of the store that they share, and may do so on both sides of a boundary.
 */
export function isValidIn(window: number, present: number): boolean {
  return Math.abs(present - window) <= 1;
}

/**
 * Makes and recognises server nonces for proofs (RFC 9449, section 8), which replace the client's
 * clock. Every process that knows the key makes the same ones, and so accepts those of the others.
 */
export function createNonces(key: Uint8Array) {
  const make = (window: number): string => {
    const head = Buffer.alloc(6);
    head.writeUIntBE(window, 0, 6);
    const mac = hmacSha256(key, head.toString('hex')).subarray(0, macBytes);
    return Buffer.concat([head, mac]).toString('base64url');
  };
  /** Of the windows that are valid now; at most three. */
  const made = new Map<number, string>();
  const nonceOf = (window: number, present: number): string => {
    const known = made.get(window);
    if (known !== undefined) return known;
    for (const old of made.keys()) if (!isValidIn(old, present)) made.delete(old);
    const nonce = make(window);
    if (isValidIn(window, present)) made.set(window, nonce);
    return nonce;
  };
  return {
    current: (present: number): string => nonceOf(present, present),

    /**
     * Returns the window that a nonce was made in, or null when it is too old or made with another
     * key. One from later than the next window is returned too: only a process that knows the key
     * can have made it, so our own idea of the time is wrong, and the store knows better.
     */
    windowOf(nonce: string, present: number): number | null {
      if (!nonceShape.test(nonce)) return null;
      const window = Buffer.from(nonce, 'base64url').readUIntBE(0, 6);
      if (window < present - 1) return null;
      const expected = Buffer.from(nonceOf(window, present));
      return hasSameBytes(Buffer.from(nonce), expected) ? window : null;
    },
  };
}

export type Nonces = ReturnType<typeof createNonces>;
