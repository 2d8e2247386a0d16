import type { Chapter } from '@prahari/contract';

/**
 * Returns the first fault of a list of chapters, in words for its author; null when it is good:
 * each begins after the one before, and within the video where its length is known.
 */
export function findChapterFault(
  chapters: readonly Chapter[],
  durationSeconds: number | null,
): string | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, { startSeconds }] of chapters.entries()) {
    const name = `Chapter ${index + 1}`;
    if (startSeconds <= last) return `${name} does not begin after the chapter before it.`;
    if (durationSeconds !== null && startSeconds >= durationSeconds) {
      return `${name} begins after the end of the video.`;
    }
    last = startSeconds;
  }
  return null;
}

/**
 * Returns the chapters that can be played. Those of an announced video are written before its
 * length is known; a chapter beyond the end is kept for editors, and not offered to learners.
 */
export function filterPlayableChapters(
  chapters: readonly Chapter[],
  durationSeconds: number | null,
): Chapter[] {
  return chapters.filter(
    ({ startSeconds }) => durationSeconds === null || startSeconds < durationSeconds,
  );
}
