/** A video left within this distance of its end counts as watched to the end. */
const END_SECONDS = 10;

/**
 * Tells whether a video left at this place was watched to its end, and begins at its start next
 * time.
 */
export function isFinished(atSeconds: number, durationSeconds: number): boolean {
  return atSeconds >= durationSeconds - Math.min(END_SECONDS, durationSeconds / 10);
}

/** Computes how much has been watched, 0 to 1; null when there is nothing to continue. */
export function computeWatchedShare(
  resumeAtSeconds: number | null,
  durationSeconds: number | null,
): number | null {
  if (resumeAtSeconds === null || resumeAtSeconds < 1 || !durationSeconds) return null;
  if (isFinished(resumeAtSeconds, durationSeconds)) return null;
  return resumeAtSeconds / durationSeconds;
}
