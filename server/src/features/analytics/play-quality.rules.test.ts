import { expect, it } from 'vitest';
import { computeTimesWorse, describeQuality, rankGroups } from './play-quality.rules.ts';
import type { PlaySums } from './rollups/read-plays.repository.ts';

const sums: PlaySums = {
  opened: 100,
  starts: 90,
  failed: 6,
  failedBeforeStart: 4,
  completed: 0,
  watchSeconds: 980,
  stallMs: 20_000,
  kbpsSeconds: 450_000,
  measuredSeconds: 500,
  splitStarts: 80,
  answerMs: 8000,
  manifestMs: 0,
  licenceMs: 16_000,
  segmentsMs: 24_000,
  pictureMs: 4000,
  frames: 20_000,
  droppedFrames: 50,
};

it('computes each figure as it is defined', () => {
  expect(describeQuality(sums, [{ step: 0, starts: 90 }])).toEqual({
    attempts: 100,
    starts: 90,
    startP50Ms: 102,
    startP95Ms: 102,
    // Of the starts whose parts are known.
    startParts: { answer: 100, manifest: 0, licence: 200, segments: 300, picture: 50 },
    rebufferRatio: 0.02,
    failures: 6,
    failureRatio: 0.06,
    exitsBeforeStart: 6,
    exitRatio: 0.06,
    meanKbps: 900,
    droppedRatio: 0.0025,
    watchSeconds: 980,
  });
});

it('knows no share of nothing, and none beyond the whole', () => {
  expect(describeQuality()).toMatchObject({
    attempts: 0,
    startP50Ms: null,
    startParts: null,
    rebufferRatio: null,
    failureRatio: null,
    exitRatio: null,
    meanKbps: null,
    droppedRatio: null,
  });
  // Opened in the hour before.
  expect(describeQuality({ ...sums, opened: 3, starts: 5, failed: 4 })).toMatchObject({
    exitsBeforeStart: 0,
    exitRatio: 0,
    failureRatio: 1,
  });
});

const all = describeQuality(sums, [{ step: 10, starts: 90 }]);
const twiceAsBad = {
  ...all,
  startP95Ms: (all.startP95Ms ?? 0) * 2,
  rebufferRatio: 0.04,
  failureRatio: 0.12,
  exitRatio: 0.12,
};

it('says how many times worse a group plays than all together', () => {
  expect(computeTimesWorse(twiceAsBad, all)).toBeCloseTo(2);
  expect(computeTimesWorse(all, all)).toBeCloseTo(1);
  // Without any failure there is nothing to compare.
  expect(computeTimesWorse(all, { ...all, failureRatio: 0, exitRatio: 0 })).toBeCloseTo(1);
  // A group that never starts has no start-up time, and still is the worst.
  const broken = { ...all, startP95Ms: null, rebufferRatio: null, failureRatio: 1, exitRatio: 0 };
  expect(computeTimesWorse(broken, all)).toBeCloseTo(1 / 0.06 / 2);
});

it('ranks the worst first, and those with few attempts behind them', () => {
  const few = { ...twiceAsBad, attempts: 19 };
  const groups = new Map([
    ['few', few],
    ['fine', all],
    ['fewer', { ...few, attempts: 3 }],
    ['bad', { ...twiceAsBad, attempts: 20 }],
  ]);
  expect(rankGroups(groups, all).map(({ name }) => name)).toEqual(['bad', 'fine', 'few', 'fewer']);
});
