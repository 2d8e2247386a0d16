import { describe, expect, test } from 'vitest';
import { captionSettings, readCaptionSettings } from './caption-settings.ts';
import { computeChapterMarks, findChapter } from './chapters.ts';

describe('chapters', () => {
  const chapters = [
    { startSeconds: 0, title: 'Light' },
    { startSeconds: 30, title: 'Lenses' },
  ];

  test('have a mark each within the video', () => {
    expect(computeChapterMarks(chapters, 60)).toEqual([0.5]);
    expect(computeChapterMarks(chapters, 0)).toEqual([]);
    expect(computeChapterMarks(chapters, 30)).toEqual([]);
  });

  test.each([
    [0, 0],
    [29.9, 0],
    [30, 1],
    [99, 1],
  ])('at %d s chapter %d', (at, index) => expect(findChapter(chapters, at)).toBe(index));

  test('before the first there is none', () => {
    expect(findChapter([{ startSeconds: 5, title: 'x' }], 1)).toBe(-1);
  });
});

describe('settings of captions', () => {
  test.each([null, '{', '"x"', '{"language":"hi","size":"giant","background":"half"}'])(
    '%s gives the defaults',
    (text) => expect(readCaptionSettings(text)).toEqual(captionSettings),
  );

  test('come back', () => {
    const chosen = { language: 'hi', size: 'large', background: 'none' } as const;
    expect(readCaptionSettings(JSON.stringify(chosen))).toEqual(chosen);
  });
});
