import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPicture, readStoryboard } from './storyboard-track.ts';

const TRACK = `WEBVTT

00:00:00.000 --> 00:00:02.000
1.jpg#xywh=0,0,160,90

00:00:02.000 --> 01:00:04.500
1.jpg#xywh=160,0,160,90

01:00:04.500 --> 01:00:06.000
2.jpg#xywh=0,90,160,90
`;
const pictures = readStoryboard(TRACK, '/media/token/storyboard/index.vtt');

test('pictures come with their moments, and with the sheets beside the track', () => {
  const size = { width: 160, height: 90 };
  expect(pictures).toEqual([
    { fromSeconds: 0, sheet: '/media/token/storyboard/1.jpg', x: 0, y: 0, ...size },
    { fromSeconds: 2, sheet: '/media/token/storyboard/1.jpg', x: 160, y: 0, ...size },
    { fromSeconds: 3604.5, sheet: '/media/token/storyboard/2.jpg', x: 0, y: 90, ...size },
  ]);
  expect(readStoryboard('<html>', '/index.vtt')).toEqual([]);
});

test('a track never leads to another place', () => {
  for (const sheet of ['https://elsewhere.example/1.jpg', '/1.jpg', '../1.jpg', 'a/1.jpg']) {
    const track = `WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${sheet}#xywh=0,0,1,1\n`;
    expect(readStoryboard(track, '/media/t/index.vtt')).toEqual([]);
  }
});

test('property: a moment shows the last picture that had begun', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 9000, noNaN: true }), (at) => {
      const expected = pictures.filter(({ fromSeconds }) => fromSeconds <= at).at(-1);
      expect(findPicture(pictures, at)).toEqual(expected);
    }),
  );
  expect(findPicture([], 3)).toBeUndefined();
});
