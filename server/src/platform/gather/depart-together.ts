/** From so many in one window on, those of the next one have company. */
const crowd = 3;

export interface DepartureOptions {
  /** The longest that one waits. */
  readonly windowMs?: number;
  /** A group of so many departs at once: what it does holds up everybody else. */
  readonly atMost?: number;
}

/**
 * Lets calls that can wait go on in groups, so that they share statements from there on (`gather`):
 * what is asked of the database for one takes the processor nearly as long as for twenty. Where few
 * come, nobody waits.
 * @returns resolves when the caller may go on
 */
export function createDepartures({
  windowMs = 250,
  atMost = 32,
}: DepartureOptions = {}): () => Promise<void> {
  let waiting: (() => void)[] = [];
  let arrived = 0;
  let isCrowded = false;
  let isWindowOpen = false;

  function depart(): void {
    const group = waiting;
    waiting = [];
    for (const goOn of group) goOn();
  }

  function openWindow(): void {
    isWindowOpen = true;
    setTimeout(() => {
      isCrowded = arrived >= crowd;
      isWindowOpen = false;
      if (arrived > 0) openWindow();
      arrived = 0;
      depart();
    }, windowMs);
  }

  return () => {
    arrived += 1;
    if (!isWindowOpen) openWindow();
    if (!isCrowded) return Promise.resolve();
    return new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= atMost) depart();
    });
  };
}
