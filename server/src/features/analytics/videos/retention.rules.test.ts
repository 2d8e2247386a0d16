import { retentionParts } from '@prahari/contract';
import { expect, it } from 'vitest';
import { computePartSeconds, describeRetention } from './retention.rules.ts';

const of = { durationSeconds: 100, starts: 10, from: new Date('2026-11-25T00:00:00Z') };
const watched = (views: (part: number) => number) =>
  Array.from({ length: retentionParts }, (_, part) => ({ part, change: 0, rest: views(part) }));

it('counts a span for the parts from its begin to its end, and what it has of both', () => {
  // Parts of 2 s: watched from 5 s to 11.5 s, and once more up to the end of the video.
  const ends = [
    { part: 2, change: -1, rest: -0.5 },
    { part: 5, change: 1, rest: 0.75 },
    { part: 48, change: -1, rest: 0 },
    { part: 50, change: 1, rest: 0 },
  ];
  const seconds = computePartSeconds(ends, 100);
  expect(seconds.slice(0, 7)).toEqual([0, 0, 1, 2, 2, 1.5, 0]);
  expect(seconds.slice(-3)).toEqual([0, 2, 2]);
  expect(computePartSeconds([], 100)).toEqual(Array(retentionParts).fill(0));
});

it('is the views of each part as a share of the starts', () => {
  const found = describeRetention(
    watched((part) => (part < 25 ? 10 : 5)),
    of,
  );
  expect(found?.parts[0]).toEqual({ fromSeconds: 0, views: 10, share: 1 });
  expect(found?.parts[30]).toEqual({ fromSeconds: 60, views: 5, share: 0.5 });
  expect(found?.dropOffs).toEqual([{ part: 25, change: -0.5 }]);
  expect(found?.replays).toEqual([]);
});

it('marks the largest changes first, few of them, and no small ones', () => {
  const falls = new Map([
    [5, 1],
    [10, 3],
    [15, 2],
    [20, 1.5],
    [25, 0.4],
  ]);
  let views = 12;
  const found = describeRetention(
    watched((part) => {
      views -= falls.get(part) ?? 0;
      return part === 40 ? views + 2 : views;
    }),
    of,
  );
  expect(found?.dropOffs.map(({ part }) => part)).toEqual([10, 15, 41].toSorted((a, b) => a - b));
  expect(found?.replays).toEqual([{ part: 40, change: expect.closeTo(0.2) }]);
});

it('is unknown without a length, without views, and has no shares without a start', () => {
  expect(
    describeRetention(
      watched(() => 0),
      of,
    ),
  ).toBeNull();
  expect(describeRetention([], of)).toBeNull();
  expect(
    describeRetention(
      watched(() => 1),
      { ...of, durationSeconds: null },
    ),
  ).toBeNull();
  expect(
    describeRetention(
      watched(() => 1),
      { ...of, starts: 0 },
    )?.parts[0]?.share,
  ).toBeNull();
});
