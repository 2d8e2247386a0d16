import type { Chapter } from '@prahari/contract';

/**
 * The first thing wrong with a list of chapters, in words for whoever wrote it; null when it is
 * good: each begins after the one before, and within the video where its length is known.
 */
export function chaptersFault(
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
 * Chapters that can be gone to. Those of an announced video are written before its length is known;
 * what proves to lie behind the end is kept for whoever edits them, and offered to nobody.
 */
export function chaptersWithin(
  chapters: readonly Chapter[],
  durationSeconds: number | null,
): Chapter[] {
  return chapters.filter(
    ({ startSeconds }) => durationSeconds === null || startSeconds < durationSeconds,
  );
}
