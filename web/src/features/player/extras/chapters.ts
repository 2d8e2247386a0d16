import type { Chapter } from '@prahari/contract';

/** Where a chapter begins on the bar, 0 to 1; a chapter beyond the end has no mark. */
export function computeChapterMarks(
  chapters: readonly Chapter[],
  durationSeconds: number,
): number[] {
  return chapters
    .map(({ startSeconds }) => (durationSeconds > 0 ? startSeconds / durationSeconds : 1))
    .filter((share) => share > 0 && share < 1);
}

/** The index of the chapter that a moment belongs to; -1 before the first. */
export function findChapter(chapters: readonly Chapter[], atSeconds: number): number {
  let found = -1;
  chapters.forEach(({ startSeconds }, index) => {
    const best = chapters[found]?.startSeconds ?? Number.NEGATIVE_INFINITY;
    if (startSeconds <= atSeconds && startSeconds >= best) found = index;
  });
  return found;
}
