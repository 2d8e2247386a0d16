/** FIPS 180-4, section 4.2.2. */
const K = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** Words of the first block: the seed, the part, the number, and the padding of 40 bytes. */
const SEED_WORDS = 8;
const BITS_HASHED = 320;

/**
 * Counts the zero bits with which SHA-256 of seed, part and number begins (`WorkOrder` in the
 * contract), up to 32. By hand: `crypto.subtle` gives each hash back through the event loop, which
 * takes most of its time.
 * @param seed 32 bytes
 */
export function createZeroBits(seed: Uint8Array): (part: number, number: number) => number {
  const w = new Int32Array(64);
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength);
  for (let i = 0; i < SEED_WORDS; i += 1) w[i] = view.getInt32(4 * i);
  w[SEED_WORDS + 2] = 0x80000000;
  w[15] = BITS_HASHED;

  return (part, number) => {
    w[SEED_WORDS] = part;
    w[SEED_WORDS + 1] = number;
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
    }
    let a = 0x6a09e667;
    let b = 0xbb67ae85 | 0;
    let c = 0x3c6ef372;
    let d = 0xa54ff53a | 0;
    let e = 0x510e527f;
    let f = 0x9b05688c | 0;
    let g = 0x1f83d9ab;
    let h = 0x5be0cd19;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    return Math.clz32((0x6a09e667 + a) | 0);
  };
}
