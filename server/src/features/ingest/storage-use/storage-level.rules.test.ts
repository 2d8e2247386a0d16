import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWorstLevel, judgeDisk, judgeQuota } from './storage-level.rules.ts';

const order = ['ok', 'warning', 'critical'];
const gigabyte = 1e9;

describe('judgeQuota', () => {
  it.each([
    [0, 'ok'],
    [84, 'ok'],
    [85, 'warning'],
    [94, 'warning'],
    [95, 'critical'],
    [120, 'critical'],
  ])('of %i of 100 is %s', (usedBytes, level) => {
    expect(judgeQuota({ bytes: 100, usedBytes })).toBe(level);
  });
});

describe('judgeDisk', () => {
  const disk = { totalBytes: 100 * gigabyte, awaitedBytes: 0, reserveBytes: gigabyte };
  it.each([
    [50, 0, 'ok'],
    [9.9, 0, 'warning'],
    [50, 41, 'warning'],
    [1, 0, 'critical'],
    [50, 49.5, 'critical'],
  ])('of %d GB free of 100 and %d awaited is %s', (free, awaited, level) => {
    const [freeBytes, awaitedBytes] = [free * gigabyte, awaited * gigabyte];
    expect(judgeDisk({ ...disk, freeBytes, awaitedBytes })).toBe(level);
  });

  it('warns before a small disk reaches its reserve', () => {
    const small = { totalBytes: 20 * gigabyte, awaitedBytes: 0, reserveBytes: gigabyte };
    expect(judgeDisk({ ...small, freeBytes: 2.5 * gigabyte })).toBe('warning');
  });

  it('never gets better with less room', () => {
    const bytes = fc.nat({ max: 1e12 });
    fc.assert(
      fc.property(bytes, bytes, bytes, bytes, bytes, (totalBytes, a, b, awaited, reserve) => {
        const of = (freeBytes: number) =>
          judgeDisk({ totalBytes, freeBytes, awaitedBytes: awaited, reserveBytes: reserve });
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(order.indexOf(of(less))).toBeGreaterThanOrEqual(order.indexOf(of(more)));
      }),
    );
  });
});

it('findWorstLevel is the worst', () => {
  expect(findWorstLevel([])).toBe('ok');
  expect(findWorstLevel(['ok', 'warning'])).toBe('warning');
  expect(findWorstLevel(['critical', 'warning', 'ok'])).toBe('critical');
});
