import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMark, findLagMs, type LogMark, parseLogPlace } from './replica-lag.rules.ts';

it('reads places of the log, and nothing else', () => {
  expect(parseLogPlace('0/0')).toBe(0n);
  expect(parseLogPlace('16/B374D848')).toBe(0x16b374d848n);
  expect(parseLogPlace('1/00000010')).toBe(parseLogPlace('1/10'));
  for (const text of ['', '16', '16/', '/1', 'x/1', '1/123456789', '1/1 ']) {
    expect(parseLogPlace(text), text).toBeUndefined();
  }
});

it('a replica that has passed no mark may lie behind by any time', () => {
  expect(findLagMs([], 5n, 1000)).toBe(Number.POSITIVE_INFINITY);
  expect(findLagMs([{ place: 6n, atMs: 0 }], 5n, 1000)).toBe(Number.POSITIVE_INFINITY);
});

it('property: no commit that is older than the lag is missing on the replica', () => {
  const steps = fc.array(fc.record({ wroteBytes: fc.nat(50), waitedMs: fc.nat(900) }), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      let marks: readonly LogMark[] = [];
      const commits: { place: bigint; atMs: number }[] = [];
      let [place, nowMs] = [0n, 0];
      for (const { wroteBytes, waitedMs } of all) {
        place += BigInt(wroteBytes);
        commits.push({ place, atMs: nowMs });
        marks = addMark(marks, { place, atMs: nowMs });
        nowMs += waitedMs;
      }
      const replayed = BigInt(Math.floor(Number(place) * share));
      const lagMs = findLagMs(marks, replayed, nowMs);
      const missing = commits.filter((commit) => commit.place > replayed);
      // What is missing was committed after the moment that the lag names.
      for (const commit of missing) expect(commit.atMs).toBeGreaterThanOrEqual(nowMs - lagMs);
      expect(marks.length).toBeLessThanOrEqual(200);
    }),
  );
});
