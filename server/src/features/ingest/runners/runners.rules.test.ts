import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeRunnerState,
  findReadableRange,
  isOverdue,
  judgeRefusals,
  listMissingFiles,
} from './runners.rules.ts';

const now = new Date('2026-11-27T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe('the state of a runner', () => {
  const invited = {
    registeredAt: null,
    tokenExpiresAt: hoursAgo(-1),
    lastSeenAt: null,
    suspendedAt: null,
    revokedAt: null,
  };
  it.each([
    ['invited', {}],
    ['expired', { tokenExpiresAt: now }],
    ['active', { registeredAt: hoursAgo(1), tokenExpiresAt: now, lastSeenAt: hoursAgo(0.08) }],
    ['active', { registeredAt: now, tokenExpiresAt: now }],
    ['offline', { registeredAt: hoursAgo(1), tokenExpiresAt: now, lastSeenAt: hoursAgo(0.09) }],
    ['suspended', { registeredAt: hoursAgo(1), suspendedAt: now }],
    ['revoked', { registeredAt: hoursAgo(1), suspendedAt: now, revokedAt: now }],
  ])('is %s', (state, change) => {
    expect(describeRunnerState({ ...invited, ...change }, now)).toBe(state);
  });
});

describe('refused results', () => {
  it('suspend at the third within a day', () => {
    expect(judgeRefusals([], now).isTooMany).toBe(false);
    expect(judgeRefusals([hoursAgo(1)], now).isTooMany).toBe(false);
    expect(judgeRefusals([hoursAgo(2), hoursAgo(1)], now)).toEqual({
      lately: [hoursAgo(2), hoursAgo(1), now],
      isTooMany: true,
    });
  });

  it('are forgotten after a day', () => {
    expect(judgeRefusals([hoursAgo(24), hoursAgo(1)], now)).toEqual({
      lately: [hoursAgo(1), now],
      isTooMany: false,
    });
  });
});

it('lets a runner hold a part for an hour', () => {
  expect(isOverdue({ takenAt: hoursAgo(1) }, now)).toBe(false);
  expect(isOverdue({ takenAt: hoursAgo(1.01) }, now)).toBe(true);
});

it('says which files are missing', () => {
  const wanted = [
    { name: 'v480.mp4', maxBytes: 1 },
    { name: 'v360.mp4', maxBytes: 1 },
  ];
  expect(listMissingFiles(wanted, [{ name: 'v360.mp4' }, { name: 'x.mp4' }])).toEqual(['v480.mp4']);
  expect(listMissingFiles(wanted, [...wanted])).toEqual([]);
});

describe('a range', () => {
  const limits = { sizeBytes: 100, mostBytes: 40 };
  it.each([
    [
      { start: 0, end: 39 },
      { start: 0, end: 39 },
    ],
    [
      { start: 90, end: 120 },
      { start: 90, end: 99 },
    ],
    [
      { start: 0, end: 99 },
      { start: 0, end: 39 },
    ],
    [{ start: 100, end: 120 }, undefined],
    [{ start: 5, end: 4 }, undefined],
  ])('%j is read as %j', (asked, read) => {
    expect(findReadableRange(asked, limits)).toEqual(read);
  });

  it('lies within the source, and within what one call answers', () => {
    const number = fc.nat(1000);
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 500 }), (start, end, mostBytes) => {
        const read = findReadableRange({ start, end }, { sizeBytes: 300, mostBytes });
        if (!read) return;
        expect(read.start).toBe(start);
        expect(read.end).toBeLessThan(300);
        expect(read.end - read.start).toBeLessThan(mostBytes);
        expect(read.end).toBeGreaterThanOrEqual(read.start);
      }),
    );
  });
});
