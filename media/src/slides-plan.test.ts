import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseSlides, computeSecondsPerSlide, formatSlidesTrack } from './slides-plan.ts';

const at = (bytes: number, ...seconds: number[]) =>
  seconds.map((atSeconds) => ({ atSeconds, bytes }));
const timesOf = (slides: readonly { atSeconds: number }[]) =>
  slides.map(({ atSeconds }) => atSeconds);

describe('slides', () => {
  test('that stay to be read are all shown when they appear', () => {
    expect(timesOf(chooseSlides(at(9000, 0, 14, 40, 400), 600))).toEqual([0, 14, 40, 400]);
  });

  test('of pictures that come and go: one in ten seconds, and the last that stays', () => {
    const moving = at(2000, 0, 2, 4, 6, 8, 10, 12, 14, 16);
    expect(timesOf(chooseSlides(moving, 60))).toEqual([0, 10, 16]);
  });

  test('that are too much for the line come more seldom', () => {
    const everyTen = Array.from({ length: 60 }, (_, index) => 10 * index);
    expect(timesOf(chooseSlides(at(20_000, ...everyTen), 600))).toEqual(
      Array.from({ length: 30 }, (_, index) => 20 * index),
    );
  });

  test('property: the first is always one, and all together are 10 kbit/s at most', () => {
    const pictures = fc.array(fc.integer({ min: 500, max: 60_000 }), {
      minLength: 1,
      maxLength: 400,
    });
    fc.assert(
      fc.property(pictures, (sizes) => {
        const seen = sizes.map((bytes, index) => ({ atSeconds: 2 * index, bytes }));
        const slides = chooseSlides(seen, 2 * seen.length);
        expect(slides[0]).toBe(seen[0]);
        const bytes = slides.reduce((sum, slide) => sum + slide.bytes, 0);
        const most = 1250 * Math.max(60, 2 * seen.length);
        expect(slides.length === 1 || bytes <= most).toBe(true);
      }),
    );
  });

  test('have a track on which one follows the other', () => {
    const slides = at(9000, 0, 14);
    expect(formatSlidesTrack(slides, 20.5, { width: 640, height: 360 })).toBe(
      [
        'WEBVTT\n',
        '00:00:00.000 --> 00:00:14.000\n1.jpg#xywh=0,0,640,360\n',
        '00:00:14.000 --> 00:00:20.500\n2.jpg#xywh=0,0,640,360\n',
      ].join('\n'),
    );
  });

  test.each([
    [20, 2],
    [7200, 2],
    [7201, 4],
    [86_400, 24],
  ])('a video of %d s is looked at every %d s', (durationSeconds, everySeconds) => {
    expect(computeSecondsPerSlide(durationSeconds)).toBe(everySeconds);
  });
});
