import type { Chapter } from '@prahari/contract';
import { parseMoment } from './moment.ts';

/** A chapter as it is typed: the draft keeps one a line, its time first. */
export interface ChapterRow {
  readonly time: string;
  readonly title: string;
}

/** The fault of a row, as the key of its text. */
export type ChapterFault =
  | 'chapterTimeBad'
  | 'chapterTitleMissing'
  | 'chapterOrder'
  | 'chapterTooLate';

const TIME = /^(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:\.\d{1,3})?$/;

/** Rows of the draft's text; one that was only just added is empty. */
export function parseRows(text: string): ChapterRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const at = line.indexOf(' ');
    return at < 0
      ? { time: line, title: '' }
      : { time: line.slice(0, at), title: line.slice(at + 1) };
  });
}

/** The draft's text of rows: a time holds no space, and a title no line break. */
export function formatRows(rows: readonly ChapterRow[]): string {
  return rows
    .map(({ time, title }) => `${time.replaceAll(/\s/g, '')} ${title.replaceAll('\n', ' ')}`)
    .join('\n');
}

/** Of each row the first thing that is wrong with it, as the server would say; empty rows are none. */
export function findFaults(
  rows: readonly ChapterRow[],
  durationSeconds: number | null,
): (ChapterFault | null)[] {
  let last = Number.NEGATIVE_INFINITY;
  return rows.map((row) => {
    if (isEmpty(row)) return null;
    const seconds = parseStart(row.time);
    if (seconds === null) return 'chapterTimeBad';
    if (row.title.trim() === '') return 'chapterTitleMissing';
    if (seconds <= last) return 'chapterOrder';
    last = seconds;
    return durationSeconds !== null && seconds >= durationSeconds ? 'chapterTooLate' : null;
  });
}

/** Chapters out of the draft's text; null when a row is none. Empty rows are left out. */
export function parseChapters(text: string): Chapter[] | null {
  const chapters = parseRows(text)
    .filter((row) => !isEmpty(row))
    .map(({ time, title }) => {
      const startSeconds = parseStart(time);
      return startSeconds === null || title.trim() === ''
        ? null
        : { startSeconds, title: title.trim() };
    });
  const good = chapters.filter((chapter) => chapter !== null);
  return good.length === chapters.length ? good : null;
}

/** A chapter as a line of the draft's text. */
export function formatChapter({ startSeconds, title }: Chapter): string {
  const minutes = Math.floor(startSeconds / 60);
  const seconds = Math.round((startSeconds - minutes * 60) * 1000) / 1000;
  const [whole = '0', part] = String(seconds).split('.');
  return `${minutes}:${whole.padStart(2, '0')}${part ? `.${part}` : ''} ${title}`;
}

function isEmpty({ time, title }: ChapterRow): boolean {
  return time.trim() === '' && title.trim() === '';
}

/** Chapters are written in minutes at least, and their seconds below 60. */
function parseStart(time: string): number | null {
  return TIME.test(time.trim()) ? parseMoment(time) : null;
}
