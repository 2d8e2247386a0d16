/**
 * Bounds an LRU cache by its number of entries. `max` would allocate memory for all of them at
 * once, of which ten caches take a twentieth of a second of each start.
 */
export function holdAtMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
