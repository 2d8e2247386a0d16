import { expect, it } from 'vitest';
import { countCopyFetch, createCopyFetching, mostTimes } from './copy-fetching.rules.ts';

const refused = Number.POSITIVE_INFINITY;

it('lets a copy fetch a whole video at once, and each segment a few times', () => {
  const copy = createCopyFetching();
  for (let time = 1; time <= mostTimes; time += 1) {
    for (let number = 0; number <= 3000; number += 1) {
      expect(countCopyFetch(copy, { folder: 'v720', number })).toBe(0);
      expect(countCopyFetch(copy, { folder: 'audio', number })).toBe(0);
    }
  }
  expect(countCopyFetch(copy, { folder: 'v720', number: 7 })).toBe(refused);
  expect(countCopyFetch(copy, { folder: 'audio', number: 3000 })).toBe(refused);
  // The head of a track, which each quality has of its own.
  expect(countCopyFetch(copy, { folder: 'v1080', number: 0 })).toBe(0);
  expect(countCopyFetch(copy, { folder: 'v720', number: 3001 })).toBe(0);
});

it('counts another quality of a segment as the same one', () => {
  const copy = createCopyFetching();
  const folders = ['v180', 'v360', 'v720', 'v1080', 'v180'];
  const waits = folders.map((folder) => countCopyFetch(copy, { folder, number: 1 }));
  expect(waits).toEqual([0, 0, 0, 0, refused]);
});
