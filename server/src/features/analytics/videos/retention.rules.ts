import { retentionParts, type VideoRetention } from '@prahari/contract';
import { computeShare } from '../play-quality.rules.ts';

/** A smaller change between two parts is how learners usually differ. */
const leastChange = 0.05;
const mostMarks = 3;

/**
 * Describes how much of a video is watched, part by part.
 * @param seconds watched of each part, repeats included
 * @returns null where nothing was watched, or the length is not known
 */
export function describeRetention(
  seconds: readonly number[],
  of: {
    readonly durationSeconds: number | null;
    readonly starts: number;
    readonly from: Date;
  },
): VideoRetention | null {
  const lengthSeconds = (of.durationSeconds ?? 0) / retentionParts;
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
