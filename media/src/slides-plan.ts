import { formatPictureTrack } from './picture-track.ts';

/** A picture that differs from the one before it. */
export type SeenPicture = { atSeconds: number; bytes: number };

/** Slides beside sound of 48 kbit/s: a fifth more. */
const mostBitsPerSecond = 10_000;
/** Shorter videos may take as much as one of this length: an average over seconds says little. */
const leastSeconds = 60;
/** A picture that stays this long is there to be read; of others, one is shown in that time. */
const firstGapSeconds = 10;
/** No segment is shorter: a look can cost no more than a key picture. */
const leastEverySeconds = 2;
const mostSeen = 3600;

/** Computes how often a video is looked at for a new slide. */
export function computeSecondsPerSlide(durationSeconds: number): number {
  return leastEverySeconds * Math.max(1, Math.ceil(durationSeconds / mostSeen / leastEverySeconds));
}

/**
 * Chooses which of the pictures are shown as slides: all that stay to be read, and few of those that come
 * and go. Where these are too many bytes for the line, it is only those that stay for longer.
 *
 * @param seen in the order of time
 */
export function chooseSlides<Seen extends SeenPicture>(
  seen: readonly Seen[],
  durationSeconds: number,
): readonly Seen[] {
  const mostBytes = (mostBitsPerSecond / 8) * Math.max(leastSeconds, durationSeconds);
  for (let gapSeconds = firstGapSeconds; ; gapSeconds *= 2) {
    const chosen = thinned(seen, durationSeconds, gapSeconds);
    const bytes = chosen.reduce((sum, picture) => sum + picture.bytes, 0);
    if (bytes <= mostBytes || chosen.length <= 1) return chosen;
  }
}

function thinned<Seen extends SeenPicture>(
  seen: readonly Seen[],
  durationSeconds: number,
  gapSeconds: number,
) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return seen.filter(({ atSeconds }, index) => {
    const stays = (seen[index + 1]?.atSeconds ?? durationSeconds) - atSeconds >= gapSeconds;
    if (!stays && atSeconds - shownAt < gapSeconds) return false;
    shownAt = atSeconds;
    return true;
  });
}

/** Writes the WebVTT track of slides `1.jpg`, `2.jpg`, …, each up to the next one. */
export function formatSlidesTrack(
  slides: readonly SeenPicture[],
  durationSeconds: number,
  { width, height }: { width: number; height: number },
): string {
  return formatPictureTrack(
    slides.map(({ atSeconds }, index) => ({
      fromSeconds: index === 0 ? 0 : atSeconds,
      toSeconds: slides[index + 1]?.atSeconds ?? durationSeconds,
      file: `${index + 1}.jpg`,
      part: { x: 0, y: 0, width, height },
    })),
  );
}
