import type { Progress } from './progress.ts';

/** Progress of many parts of known weight, seen as one. */
export type WholeProgress = {
  /** Reports how far the part is that is made here. */
  within(weight: number, progress: Progress): void;
  /** Reports what others have of parts that they are making, in weight. */
  elsewhere(weight: number): void;
  /** Counts a part as finished; one that an earlier try kept says nothing about the pace. */
  done(weight: number, by: 'earlier-try' | 'here' | 'others'): void;
};

export function createWholeProgress(
  total: number,
  onProgress: (progress: Progress) => void = () => {},
): WholeProgress {
  const begunMs = performance.now();
  let finished = 0;
  let madeNow = 0;
  let here = 0;
  let others = 0;
  let speed: number | null = null;
  let most = 0;
  function tell(): void {
    const underWay = here + others;
    const pace = (madeNow + underWay) / ((performance.now() - begunMs) / 1000);
    const left = Math.max(0, total - finished - underWay);
    const etaSeconds = pace > 0 ? Math.round(left / pace) : null;
    // A part that its maker gives back must not make it fall.
    most = Math.max(most, Math.min(1, (finished + underWay) / total));
    onProgress({ fraction: most, speed, etaSeconds });
  }
  return {
    within(weight, progress) {
      here = weight * progress.fraction;
      speed = progress.speed;
      tell();
    },
    elsewhere(weight) {
      others = weight;
      tell();
    },
    done(weight, by) {
      finished += weight;
      if (by !== 'earlier-try') madeNow += weight;
      if (by === 'others') others = Math.max(0, others - weight);
      if (by === 'here') here = 0;
      speed = null;
      tell();
    },
  };
}
