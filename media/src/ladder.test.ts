import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listQualityClasses, planLadder, splitLadder } from './ladder.ts';

const sound = { stream: 1, codec: 'aac', language: null };
/** Progressive, at a steady rate, without sound. */
const steady = (frameRate: number) => ({
  frameRate,
  averageFrameRate: frameRate,
  scan: 'progressive' as const,
  sounds: [],
});

const source = fc
  .record({
    width: fc.integer({ min: 16, max: 8192 }),
    height: fc.integer({ min: 16, max: 4352 }),
    frameRate: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    averageFrameRate: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    scan: fc.constantFrom('progressive', 'interlaced', 'telecine'),
    sounds: fc.constantFrom([], [sound]),
  })
  .filter(({ width, height }) => Math.max(width, height) / Math.min(width, height) <= 8);

const sizes = (width: number, height: number) =>
  planLadder({ width, height, ...steady(30) }).video.map(
    (rendition) => `${rendition.name} ${rendition.width}x${rendition.height} ${rendition.quality}`,
  );

test.each([
  [
    1920,
    1080,
    [
      'v1080 1920x1080 HD',
      'v720 1280x720 HD',
      'v480 852x480 SD',
      'v360 640x360 SD',
      'v240 426x240 SD',
      'v144 256x144 SD',
    ],
  ],
  [
    1080,
    1920,
    [
      'v1080 1080x1920 HD',
      'v720 720x1280 HD',
      'v480 480x852 SD',
      'v360 360x640 SD',
      'v240 240x426 SD',
      'v144 144x256 SD',
    ],
  ],
  [
    1280,
    640,
    [
      'v720 1280x640 HD',
      'v480 852x426 SD',
      'v360 640x320 SD',
      'v240 426x212 SD',
      'v144 256x128 SD',
    ],
  ],
  [640, 480, ['v480 640x480 SD', 'v360 480x360 SD', 'v240 320x240 SD', 'v144 192x144 SD']],
  [16, 16, ['v64 64x64 SD']],
  [36, 64, ['v64 64x114 SD']],
  [854, 480, ['v480 852x480 SD', 'v360 640x360 SD', 'v240 426x240 SD', 'v144 256x144 SD']],
  [321, 181, ['v180 320x180 SD', 'v144 254x144 SD']],
])('a source of %i x %i', (width, height, renditions) => {
  expect(sizes(width, height)).toEqual(renditions);
});

test('renditions have even sides, are never above the source, keep its shape, and fall in order', () => {
  fc.assert(
    fc.property(source, (facts) => {
      const { video } = planLadder(facts);
      expect(video.length).toBeGreaterThan(0);
      for (const [index, rendition] of video.entries()) {
        expect([rendition.width % 2, rendition.height % 2]).toEqual([0, 0]);
        // A tiny picture is enlarged, or too little of it could be encrypted.
        const enlarged = Math.max(1, 64 / Math.min(facts.width, facts.height));
        expect(rendition.width).toBeLessThanOrEqual(facts.width * enlarged + 0.5);
        expect(rendition.height).toBeLessThanOrEqual(facts.height * enlarged + 0.5);
        const scale = Math.max(rendition.width / facts.width, rendition.height / facts.height);
        expect(Math.abs(rendition.width - facts.width * scale)).toBeLessThan(18);
        expect(Math.abs(rendition.height - facts.height * scale)).toBeLessThan(18);
        expect(rendition.quality).toBe(rendition.lines > 480 ? 'HD' : 'SD');
        const above = video[index - 1];
        if (!above) continue;
        expect(rendition.width).toBeLessThan(above.width);
        expect(rendition.height).toBeLessThanOrEqual(above.height);
        expect(rendition.maxBitrateKbps).toBeLessThan(above.maxBitrateKbps);
      }
    }),
  );
});

test('the rate never exceeds 30 and stays within the source unless rounding to a usual one', () => {
  fc.assert(
    fc.property(source, (facts) => {
      const { numerator, denominator } = planLadder(facts).frameRate;
      expect(numerator / denominator).toBeLessThanOrEqual(31);
      expect(numerator / denominator).toBeLessThanOrEqual(Math.ceil(facts.frameRate) + 1);
      expect(Number.isSafeInteger(numerator)).toBe(true);
    }),
  );
});

test.each([
  [29.97, '30000/1001'],
  [59.94, '30000/1001'],
  [60, '30/1'],
  [50, '25/1'],
  [23.976, '24000/1001'],
  [29.9, '30000/1001'],
  [12.3, '13/1'],
])('a rate of %f becomes %s', (frameRate, expected) => {
  const rate = planLadder({ width: 320, height: 180, ...steady(frameRate) }).frameRate;
  expect(`${rate.numerator}/${rate.denominator}`).toBe(expected);
});

test.each([
  ['a screen that moves at 60 and mostly rests', 60, 4.2, 'progressive', '30/1'],
  ['a screen that moves at 45', 45, 20, 'progressive', '30/1'],
  ['a webcam whose rate falls in the dark', 15, 9, 'progressive', '15/1'],
  ['film on fields', 29.97, 29.97, 'telecine', '24000/1001'],
] as const)('%s keeps what moves', (_, frameRate, averageFrameRate, scan, expected) => {
  const facts = { width: 320, height: 180, frameRate, averageFrameRate, scan, sounds: [] };
  const rate = planLadder(facts).frameRate;
  expect(`${rate.numerator}/${rate.denominator}`).toBe(expected);
});

test('only the classes in use ask for keys', () => {
  const facts = { width: 640, height: 360, ...steady(25) };
  const classes = (ladder: ReturnType<typeof planLadder>) => [...listQualityClasses(ladder)].sort();
  expect(classes(planLadder(facts))).toEqual(['SD']);
  expect(classes(planLadder({ ...facts, width: 1280, height: 720, sounds: [sound] }))).toEqual([
    'AUDIO',
    'HD',
    'SD',
  ]);
});

test('a long video is parted without losing a rendition, a short one is made at once', () => {
  fc.assert(
    fc.property(source, fc.double({ min: 0.5, max: 1e5, noNaN: true }), (facts, seconds) => {
      const ladder = planLadder(facts);
      const { low, high } = splitLadder(ladder, seconds);
      expect([...(high?.video ?? []), ...low.video]).toEqual(ladder.video);
      expect(low.audio).toEqual(ladder.audio);
      expect(low.video.length).toBeGreaterThan(0);
      if (seconds <= 25) expect(high).toBeNull();
      else if (high) expect(low.video.every(({ lines }) => lines <= 240)).toBe(true);
    }),
  );
});
