import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computePictureCost,
  planSampleTimes,
  planSegments,
  shortestSegmentSeconds,
} from './segment-plan.ts';

const bytes = fc.integer({ min: 0, max: 1e7 });
const cost = fc.record({ keyPictureBytes: bytes, bytesPerSecond: bytes });
const rate = (of: { keyPictureBytes: number; bytesPerSecond: number }, seconds: number) =>
  of.keyPictureBytes / seconds + of.bytesPerSecond;

test.each([
  // As measured: slides, a camera on a board, a head beside slides, film.
  [3724, 373, 6],
  [3950, 488, 6],
  [4417, 1900, 4],
  [9462, 40_775, 2],
  [0, 0, 2],
])(
  'key pictures of %i bytes over %i bytes a second make segments of %i s',
  (key, between, seconds) => {
    const plan = planSegments({ keyPictureBytes: key, bytesPerSecond: between });
    expect(plan.segmentSeconds).toBe(seconds);
  },
);

test('longer segments are chosen where they save a quarter or more, and cost a start less than as much again', () => {
  fc.assert(
    fc.property(cost, (measured) => {
      const { segmentSeconds, saved } = planSegments(measured);
      expect([2, 4, 6]).toContain(segmentSeconds);
      if (segmentSeconds === shortestSegmentSeconds) return;
      expect(saved).toBeCloseTo(1 - rate(measured, segmentSeconds) / rate(measured, 2));
      expect(saved).toBeGreaterThanOrEqual(0.25);
      const first = segmentSeconds * rate(measured, segmentSeconds);
      expect(first / (2 * rate(measured, 2))).toBeLessThanOrEqual(1.8 + 1e-9);
    }),
  );
});

test('more motion never makes segments longer', () => {
  fc.assert(
    fc.property(cost, bytes, (measured, more) => {
      const restless = { ...measured, bytesPerSecond: measured.bytesPerSecond + more };
      const { segmentSeconds } = planSegments(restless);
      expect(segmentSeconds).toBeLessThanOrEqual(planSegments(measured).segmentSeconds);
    }),
  );
});

test('a video that could not be measured gets the shortest', () => {
  expect(planSegments(null)).toEqual({ segmentSeconds: 2, saved: null });
  expect(computePictureCost([])).toBeNull();
  expect(computePictureCost([[900]])).toBeNull();
});

test('the cost of a second is computed from the pictures that were read', () => {
  expect(
    computePictureCost([
      [1000, 10, 30],
      [3000, 20],
    ]),
  ).toEqual({
    keyPictureBytes: 2000,
    bytesPerSecond: 20 * 25,
  });
});

test('places to look at lie within the video, in order, and are few', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 1e5, noNaN: true }), (seconds) => {
      const times = planSampleTimes(seconds);
      expect(times.length).toBeGreaterThanOrEqual(1);
      expect(times.length).toBeLessThanOrEqual(4);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times[0]).toBeGreaterThan(0);
      expect(times.at(-1)).toBeLessThan(seconds);
    }),
  );
});
