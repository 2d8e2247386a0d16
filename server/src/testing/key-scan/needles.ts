/** This many bytes distinguish all needles, and fit a machine word. */
const headBytes = 4;
const filterBits = 18;
const slotOf = (head: number) => Math.imul(head, 0x9e3779b1) >>> (32 - filterBits);

/** Whether bytes hold any of the needles. */
export type HoldsAny = (haystack: Uint8Array) => boolean;

/**
 * Looks for thousands of needles in one pass, in a time that does not grow with their number: only
 * where four bytes could begin one is more looked at.
 * @throws RangeError for a needle under four bytes
 */
export function createSearch(needles: readonly Buffer[]): HoldsAny {
  const mayBegin = new Uint8Array(2 ** filterBits);
  const byHead = new Map<number, Buffer[]>();
  for (const needle of needles) {
    const head = needle.readInt32BE(0);
    mayBegin[slotOf(head)] = 1;
    byHead.set(head, [...(byHead.get(head) ?? []), needle]);
  }
  return (bytes) => {
    const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let head = 0;
    for (let at = 0; at < haystack.length; at += 1) {
      head = (head << 8) | (haystack[at] ?? 0);
      if (mayBegin[slotOf(head)] !== 1) continue;
      const from = at + 1 - headBytes;
      const isHere = (needle: Buffer) =>
        haystack.subarray(from, from + needle.length).equals(needle);
      if (from >= 0 && byHead.get(head)?.some(isHere)) return true;
    }
    return false;
  };
}
