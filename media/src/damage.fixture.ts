/** Values at which parsers stumble: nothing, everything, signs, and one beside them. */
const oddWords = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe] as const;

/**
 * A damaged copy, the same for the same seed: bits flipped, words replaced by odd ones, stretches
 * cut out, doubled or blanked, mostly near the headers.
 */
export function makeDamagedCopy(whole: Uint8Array, seed: number): Uint8Array {
  const next = random(seed + 1);
  let bytes = Buffer.from(whole);
  const changes = 1 + next(12);
  for (let change = 0; change < changes && bytes.length > 64; change += 1) {
    const fromEnd = next(2) === 0;
    const reach = next(3) === 0 ? bytes.length - 8 : Math.min(2000, bytes.length - 8);
    const at = fromEnd ? bytes.length - 8 - next(reach) : next(reach);
    const length = Math.min(1 + next(64), bytes.length - at);
    const kind = next(6);
    if (kind <= 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << next(8));
    else if (kind <= 3) bytes.writeUInt32BE(oddWords[next(oddWords.length)] ?? 0, at);
    else if (kind === 4) bytes.fill(0, at, at + length);
    else if (next(2) === 0) bytes = cut(bytes, at, length);
    else bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
  }
  return bytes;
}

function cut(bytes: Buffer, at: number, length: number): Buffer<ArrayBuffer> {
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
}

/** Whole numbers from 0 up to a bound, by Marsaglia's xorshift. */
function random(seed: number): (bound: number) => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, bound);
  };
}
