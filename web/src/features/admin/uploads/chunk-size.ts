const KIB = 1024;

/** The chunk size at the start, before the connection's speed is known. */
export const FIRST_CHUNK_BYTES = 1024 * KIB;
const LEAST_BYTES = 256 * KIB;
const MOST_BYTES = 64 * 1024 * KIB;
/** The most that a lost connection may cost: a chunk counts completely or not at all. */
const TARGET_MS = 8000;

/** The size of the next piece, by how long the last one took. */
export function computeNextChunkBytes(lastBytes: number, tookMs: number): number {
  const fitting = (lastBytes * TARGET_MS) / Math.max(1, tookMs);
  const steady = Math.min(Math.max(fitting, lastBytes / 4), lastBytes * 4);
  return Math.round(Math.min(Math.max(steady, LEAST_BYTES), MOST_BYTES));
}
