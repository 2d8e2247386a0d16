import { type StartPart, startParts } from '@prahari/contract';

/** How long each part lasted, in whole milliseconds, that together are the start. */
export type StartTimes = Readonly<Record<StartPart, number>>;

/**
 * Splits a start into what it waited for, in the order of `startParts`: what was there before the
 * part ahead of it took no time, nor did what the engine never waited for.
 * @param reachedMs when each part was there; the last one, the picture, ends the start
 */
export function splitStart(
  chosenMs: number,
  reachedMs: ReadonlyMap<StartPart, number>,
  pictureMs: number,
): StartTimes {
  const times = { answer: 0, manifest: 0, licence: 0, segments: 0, picture: 0 };
  let at = 0;
  for (const part of startParts) {
    const endMs = part === 'picture' ? pictureMs : (reachedMs.get(part) ?? chosenMs);
    // Rounded before it is subtracted, so that the parts are exactly the whole.
    const end = Math.max(at, Math.round(Math.min(endMs, pictureMs) - chosenMs));
    times[part] = end - at;
    at = end;
  }
  return times;
}

/** Follows one start, from the click to the first picture. */
export interface StartMeasure {
  /** The learner chose to watch: what was prepared before is no wait. Counts once. */
  choose(): void;
  /** Something was there; of what comes in several pieces, the last before the picture counts. */
  reach(part: StartPart): void;
  /** Runs once the first picture is there, at once if it is. */
  whenShown(work: () => void): void;
  /** Returns the times of the start, to one caller: the start is reported once. */
  take(): StartTimes | null;
}

export function createStartMeasure(now: () => number = () => performance.now()): StartMeasure {
  const reachedMs = new Map<StartPart, number>();
  let chosenMs: number | null = null;
  let isTaken = false;
  let waiting: (() => void)[] = [];
  return {
    choose() {
      chosenMs ??= now();
    },
    reach(part) {
      if (reachedMs.has('picture')) return;
      reachedMs.set(part, now());
      if (part !== 'picture') return;
      const due = waiting;
      waiting = [];
      for (const work of due) work();
    },
    whenShown(work) {
      if (reachedMs.has('picture')) work();
      else waiting.push(work);
    },
    take() {
      const pictureMs = reachedMs.get('picture');
      if (isTaken || chosenMs === null || pictureMs === undefined) return null;
      isTaken = true;
      return splitStart(chosenMs, reachedMs, pictureMs);
    },
  };
}
