import { retentionParts, type VideoRetention } from '@prahari/contract';
import { computeShare } from '../play-quality.rules.ts';

/** A smaller change between two parts is how learners usually differ. */
const leastChange = 0.05;
const mostMarks = 3;

/** Ends of what was watched that lie in the same part of a video. */
export interface RetentionEnds {
  /** From 0. */
  readonly part: number;
  /** How many more spans end in it than begin in it. */
  readonly change: number;
  /** Which share of the part those that end in it watched, less what those that begin in it left out. */
  readonly rest: number;
}

/** Computes for how many seconds each part was watched: a span's end counts for all parts before it. */
export function computePartSeconds(
  ends: readonly RetentionEnds[],
  durationSeconds: number,
): number[] {
  const changes = Array.from({ length: retentionParts + 1 }, () => 0);
  const rests = [...changes];
  for (const { part, change, rest } of ends) {
    changes[part] = (changes[part] ?? 0) + change;
    rests[part] = (rests[part] ?? 0) + rest;
  }
  let behind = changes[retentionParts] ?? 0;
  const views: number[] = [];
  for (let part = retentionParts - 1; part >= 0; part -= 1) {
    // Sums of fractions may miss zero by a rounding.
    views.push(Math.max(0, behind + (rests[part] ?? 0)));
    behind += changes[part] ?? 0;
  }
  return views.toReversed().map((one) => (one * durationSeconds) / retentionParts);
}

/**
 * Describes how much of a video is watched, part by part.
 * @param ends of all that was watched, repeats included
 * @returns null where nothing was watched, or the length is not known
 */
export function describeRetention(
  ends: readonly RetentionEnds[],
  of: {
    readonly durationSeconds: number | null;
    readonly starts: number;
    readonly from: Date;
  },
): VideoRetention | null {
  const lengthSeconds = (of.durationSeconds ?? 0) / retentionParts;
  const seconds = computePartSeconds(ends, of.durationSeconds ?? 0);
  if (lengthSeconds <= 0 || seconds.every((one) => one === 0)) return null;
  const parts = seconds.map((watched, part) => {
    const views = watched / lengthSeconds;
    return { fromSeconds: part * lengthSeconds, views, share: computeShare(views, of.starts) };
  });
  const changes = parts.slice(1).map(({ share }, at) => ({
    part: at + 1,
    change: (share ?? 0) - (parts[at]?.share ?? 0),
  }));
  return {
    from: of.from.toISOString(),
    starts: of.starts,
    parts,
    replays: changes
      .filter(({ change }) => change >= leastChange)
      .sort((a, b) => b.change - a.change)
      .slice(0, mostMarks),
    dropOffs: changes
      .filter(({ change }) => change <= -leastChange)
      .sort((a, b) => a.change - b.change)
      .slice(0, mostMarks),
  };
}
