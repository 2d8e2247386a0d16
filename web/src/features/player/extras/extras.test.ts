import { describe, expect, test } from 'vitest';
import { captionSettings, readCaptionSettings } from './caption-settings.ts';
import { chapterAt, marksOf } from './chapters.ts';

describe('chapters', () => {
  const chapters = [
    { startSeconds: 0, title: 'Light' },
    { startSeconds: 30, title: 'Lenses' },
  ];

  test('have a mark each within the video', () => {
    expect(marksOf(chapters, 60)).toEqual([0.5]);
    expect(marksOf(chapters, 0)).toEqual([]);
    expect(marksOf(chapters, 30)).toEqual([]);
  });

  test.each([
    [0, 0],
    [29.9, 0],
    [30, 1],
    [99, 1],
  ])('at %d s chapter %d', (at, index) => expect(chapterAt(chapters, at)).toBe(index));

  test('before the first there is none', () => {
    expect(chapterAt([{ startSeconds: 5, title: 'x' }], 1)).toBe(-1);
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
