import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glimpses, readStoryboard } from './storyboard-track.ts';

const TRACK = `WEBVTT

00:00:00.000 --> 00:00:02.000
1.jpg#xywh=0,0,160,90

00:00:02.000 --> 00:00:04.000
1.jpg#xywh=160,0,160,90

00:03:20.000 --> 00:03:21.500
2.jpg#xywh=0,90,160,90
`;

test('pictures come with the sheets beside the track', () => {
  expect(readStoryboard(TRACK, '/media/token/storyboard/index.vtt')).toEqual([
    { sheet: '/media/token/storyboard/1.jpg', x: 0, y: 0, width: 160, height: 90 },
    { sheet: '/media/token/storyboard/1.jpg', x: 160, y: 0, width: 160, height: 90 },
    { sheet: '/media/token/storyboard/2.jpg', x: 0, y: 90, width: 160, height: 90 },
  ]);
});

test('a track never leads to another place', () => {
  for (const sheet of ['https://elsewhere.example/1.jpg', '/1.jpg', '../1.jpg', 'a/1.jpg']) {
    expect(readStoryboard(`WEBVTT\n\n${sheet}#xywh=0,0,1,1\n`, '/media/t/index.vtt')).toEqual([]);
  }
});

test('glimpses are in order, different, and no more than asked for', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 20 }), (length, atMost) => {
      const all = Array.from({ length }, (_, index) => index);
      const some = glimpses(all, atMost);
      expect(some).toHaveLength(Math.min(length, atMost));
      expect([...new Set(some)].sort((a, b) => a - b)).toEqual(some);
    }),
  );
});
