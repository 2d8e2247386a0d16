import { expect, test } from 'vitest';
import { createMeasures } from './measure-playback.ts';

function setup() {
  const quality = { totalVideoFrames: 0, droppedVideoFrames: 0 };
  const rate = { bitsPerSecond: 0 };
  const starts = [{ answer: 100, manifest: 20, licence: 0, segments: 300, picture: 40 }];
  const measure = createMeasures({
    start: { take: () => starts.shift() ?? null },
    video: { getVideoPlaybackQuality: () => ({ creationTime: 0, ...quality }) as never },
    bitsPerSecond: () => rate.bitsPerSecond,
  });
  return { quality, rate, measure };
}

test('a play tells the start with its parts, once', () => {
  const { measure } = setup();
  const told = { answerMs: '100', manifestMs: '20', licenceMs: '0', segmentsMs: '300' };
  expect(measure('seek')).toEqual({});
  expect(measure('play')).toEqual({ startMs: '460', ...told });
  expect(measure('play')).toEqual({});
});

test('what closes a watched part tells the bitrate, where it is known', () => {
  const { measure, rate } = setup();
  expect(measure('progress')).toEqual({});
  rate.bitsPerSecond = 1_234_567;
  for (const event of ['progress', 'pause', 'ended', 'rebuffer'] as const)
    expect(measure(event)).toEqual({ kbps: '1235' });
  for (const event of ['play', 'seek', 'quality'] as const)
    expect(measure(event)).not.toHaveProperty('kbps');
});

test('a stop tells the pictures since the one before, and those dropped of them', () => {
  const { measure, quality } = setup();
  Object.assign(quality, { totalVideoFrames: 250, droppedVideoFrames: 5 });
  expect(measure('progress')).toEqual({});
  expect(measure('pause')).toEqual({ frames: '250', droppedFrames: '5' });
  expect(measure('pause')).toEqual({});
  Object.assign(quality, { totalVideoFrames: 300, droppedVideoFrames: 5 });
  expect(measure('ended')).toEqual({ frames: '50', droppedFrames: '0' });
  // Loaded again.
  Object.assign(quality, { totalVideoFrames: 40, droppedVideoFrames: 2 });
  expect(measure('pause')).toEqual({ frames: '40', droppedFrames: '2' });
});
