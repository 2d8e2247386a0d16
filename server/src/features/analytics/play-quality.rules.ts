import type { PlayQuality, QualityGroup } from '@prahari/contract';
import { leastRankedAttempts } from '@prahari/contract';
import type { PlaySums } from './rollups/read-plays.repository.ts';
import { computePercentileMs, type StepCount } from './rollups/start-time.rules.ts';

const nothing: PlaySums = {
  opened: 0,
  starts: 0,
  failed: 0,
  failedBeforeStart: 0,
  completed: 0,
  watchSeconds: 0,
  stallMs: 0,
  kbpsSeconds: 0,
  measuredSeconds: 0,
  splitStarts: 0,
  answerMs: 0,
  manifestMs: 0,
  licenceMs: 0,
  segmentsMs: 0,
  pictureMs: 0,
  frames: 0,
  droppedFrames: 0,
};

/** Divides where there is something to divide by; null otherwise. */
export const computeShare = (part: number, whole: number): number | null =>
  whole > 0 ? part / whole : null;

/** Describes sums as the figures that `playQualitySchema` of the contract defines. */
export function describeQuality(
  sums: PlaySums = nothing,
  startTimes: readonly StepCount[] = [],
): PlayQuality {
  // Starts and failures may be told in a later hour than their attempt: then they are more than it.
  const exits = Math.max(0, sums.opened - sums.starts - sums.failedBeforeStart);
  const stallSeconds = sums.stallMs / 1000;
  return {
    attempts: sums.opened,
    starts: sums.starts,
    startP50Ms: computePercentileMs(startTimes, 0.5),
    startP95Ms: computePercentileMs(startTimes, 0.95),
    startParts: computeStartParts(sums),
    rebufferRatio: computeShare(stallSeconds, stallSeconds + sums.watchSeconds),
    failures: sums.failed,
    failureRatio: limitShare(computeShare(sums.failed, sums.opened)),
    exitsBeforeStart: exits,
    exitRatio: computeShare(exits, sums.opened),
    meanKbps: computeShare(sums.kbpsSeconds, sums.measuredSeconds),
    droppedRatio: computeShare(sums.droppedFrames, sums.frames),
    watchSeconds: sums.watchSeconds,
  };
}

function computeStartParts(sums: PlaySums): PlayQuality['startParts'] {
  if (sums.splitStarts === 0) return null;
  const mean = (sumMs: number) => sumMs / sums.splitStarts;
  return {
    answer: mean(sums.answerMs),
    manifest: mean(sums.manifestMs),
    licence: mean(sums.licenceMs),
    segments: mean(sums.segmentsMs),
    picture: mean(sums.pictureMs),
  };
}

const limitShare = (share: number | null) => (share === null ? null : Math.min(1, share));

const compared = ['startP95Ms', 'rebufferRatio', 'failureRatio', 'exitRatio'] as const;

/**
 * Computes how many times worse a group plays than all together: the mean of the compared figures,
 * each divided by that of all. A figure that is zero or unknown of all compares nothing. Null for
 * groups with too few attempts.
 */
export function computeTimesWorse(group: PlayQuality, all: PlayQuality): number | null {
  if (group.attempts < leastRankedAttempts) return null;
  const times = compared.flatMap((figure) => {
    const [own, ofAll] = [group[figure], all[figure]];
    return own === null || !ofAll ? [] : [own / ofAll];
  });
  return times.length === 0 ? 1 : times.reduce((sum, one) => sum + one, 0) / times.length;
}

/** Ranks groups, the worst first; those with too few attempts follow, the most attempts first. */
export function rankGroups(
  groups: ReadonlyMap<string, PlayQuality>,
  all: PlayQuality,
): QualityGroup[] {
  return [...groups]
    .map(([name, quality]) => ({
      name,
      ...quality,
      timesWorse: computeTimesWorse(quality, all),
    }))
    .sort(
      (a, b) =>
        (b.timesWorse ?? -1) - (a.timesWorse ?? -1) ||
        b.attempts - a.attempts ||
        a.name.localeCompare(b.name),
    );
}
