import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskLevel, quotaLevel, worstLevel } from './storage-level.rules.ts';

const order = ['ok', 'warning', 'critical'];
const gigabyte = 1e9;

describe('quotaLevel', () => {
  it.each([
    [0, 'ok'],
    [84, 'ok'],
    [85, 'warning'],
    [94, 'warning'],
    [95, 'critical'],
    [120, 'critical'],
  ])('of %i of 100 is %s', (usedBytes, level) => {
    expect(quotaLevel({ bytes: 100, usedBytes })).toBe(level);
  });
});

describe('diskLevel', () => {
  const disk = { totalBytes: 100 * gigabyte, awaitedBytes: 0, reserveBytes: gigabyte };
  it.each([
    [50, 0, 'ok'],
    [9.9, 0, 'warning'],
    [50, 41, 'warning'],
    [1, 0, 'critical'],
    [50, 49.5, 'critical'],
  ])('of %d GB free of 100 and %d awaited is %s', (free, awaited, level) => {
    const [freeBytes, awaitedBytes] = [free * gigabyte, awaited * gigabyte];
    expect(diskLevel({ ...disk, freeBytes, awaitedBytes })).toBe(level);
  });

  it('warns before a small disk reaches its reserve', () => {
    const small = { totalBytes: 20 * gigabyte, awaitedBytes: 0, reserveBytes: gigabyte };
    expect(diskLevel({ ...small, freeBytes: 2.5 * gigabyte })).toBe('warning');
  });

  it('never gets better with less room', () => {
    const bytes = fc.nat({ max: 1e12 });
    fc.assert(
      fc.property(bytes, bytes, bytes, bytes, bytes, (totalBytes, a, b, awaited, reserve) => {
        const of = (freeBytes: number) =>
          diskLevel({ totalBytes, freeBytes, awaitedBytes: awaited, reserveBytes: reserve });
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(order.indexOf(of(less))).toBeGreaterThanOrEqual(order.indexOf(of(more)));
      }),
    );
  });
});

it('worstLevel is the worst', () => {
  expect(worstLevel([])).toBe('ok');
  expect(worstLevel(['ok', 'warning'])).toBe('warning');
  expect(worstLevel(['critical', 'warning', 'ok'])).toBe('critical');
});
