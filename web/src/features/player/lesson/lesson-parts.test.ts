import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { captionSettings, readCaptionSettings } from './caption-settings.ts';
import { chapterAt, marksOf } from './chapters.ts';
import { storyboardAddress, tileAt, tilesOf } from './storyboard.ts';

const track = `WEBVTT

00:00:00.000 --> 00:00:02.000
1.jpg#xywh=0,0,160,90

00:00:02.000 --> 01:00:04.500
1.jpg#xywh=160,0,160,90

01:00:04.500 --> 01:00:06.000
2.jpg#xywh=0,90,160,90
`;

describe('the storyboard', () => {
  const tiles = tilesOf(track);

  test('is read', () => {
    expect(tiles).toHaveLength(3);
    expect(tiles[2]).toEqual({
      ...{ fromSeconds: 3604.5, sheet: '2.jpg', x: 0, y: 90, width: 160, height: 90 },
    });
    expect(tilesOf('<html>')).toEqual([]);
  });

  test('property: a moment shows the last picture that had begun', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 9000, noNaN: true }), (at) => {
        const expected = tiles.filter(({ fromSeconds }) => fromSeconds <= at).at(-1);
        expect(tileAt(tiles, at)).toEqual(expected);
      }),
    );
    expect(tileAt([], 3)).toBeUndefined();
  });

  test('lies beside the poster', () => {
    expect(storyboardAddress('/media/t/poster.jpg')).toBe('/media/t/storyboard/index.vtt');
    expect(storyboardAddress(null)).toBeNull();
  });
});

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
