import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPublishedCopy,
  countCopyFetch,
  createCopyFetching,
  mostTimes,
  type PublishedCopy,
  takeUnpublishedCopy,
} from './copy-fetching.rules.ts';

const refused = Number.POSITIVE_INFINITY;

it('lets a copy fetch a whole video at once, and each segment a few times', () => {
  const copy = createCopyFetching('c');
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
  const copy = createCopyFetching('c');
  const folders = ['v180', 'v360', 'v720', 'v1080', 'v180'];
  const waits = folders.map((folder) => countCopyFetch(copy, { folder, number: 1 }));
  expect(waits).toEqual([0, 0, 0, 0, refused]);
});

describe('a copy that several processes serve', () => {
  const fetch = { folder: 'v720', number: 7 };

  function serve(count: number) {
    const copies = Array.from({ length: count }, () => createCopyFetching('c'));
    const published: PublishedCopy[] = [];
    const publish = () => {
      for (const [from, copy] of copies.entries()) {
        for (const one of takeUnpublishedCopy(copy)) {
          published.push(one);
          // Hearing it twice must not count twice.
          for (const other of copies)
            if (other !== copy) for (const _ of [1, 2]) addPublishedCopy(other, `${from}`, one);
        }
      }
    };
    return { copies, published, publish };
  }

  it.each([2, 8])('is not published by %i processes that send every segment once each', (count) => {
    const { copies, published, publish } = serve(count);
    for (let number = 1; number <= 3000; number += 1) {
      for (const copy of copies) expect(countCopyFetch(copy, { folder: 'v720', number })).toBe(0);
    }
    publish();
    expect(published).toEqual([]);
  });

  it('gets a segment once from each process, and a few times in total', () => {
    const patterns = fc.array(fc.nat({ max: 7 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), patterns, (count, pattern) => {
        const { copies, publish } = serve(count);
        let sent = 0;
        for (const at of pattern) {
          const copy = copies[at % count];
          if (copy && countCopyFetch(copy, fetch) === 0) sent += 1;
          publish();
        }
        expect(sent).toBeLessThanOrEqual(Math.max(mostTimes + 1, count + mostTimes - 1));
        expect(countCopyFetch(createCopyFetching('c'), fetch)).toBe(0);
      }),
    );
  });

  it('is refused a segment that another process sent often enough', () => {
    const { copies, publish } = serve(2);
    const [one, other] = copies;
    if (!one || !other) throw new Error('there are two');
    for (let times = 0; times < mostTimes; times += 1) expect(countCopyFetch(one, fetch)).toBe(0);
    publish();
    expect(countCopyFetch(other, fetch)).toBe(refused);
    expect(countCopyFetch(other, { folder: 'v720', number: 8 })).toBe(0);
    expect(countCopyFetch(other, { folder: 'audio', number: 7 })).toBe(0);
  });
});
