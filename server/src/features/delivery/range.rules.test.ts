import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canAnswerRange, matchesEtag, parseRange } from './range.rules.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['Bytes = 10 - 19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['items=0-1', 'whole'],
    ['', 'whole'],
    [undefined, 'whole'],
  ])('reads %j of 100 bytes', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  it('never reaches outside the object', () => {
    const headers = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
      fc.nat().map((n) => `bytes=-${n}`),
    );
    fc.assert(
      fc.property(headers, fc.nat(), (header, sizeBytes) => {
        const range = parseRange(header, sizeBytes);
        if (typeof range === 'string') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(sizeBytes);
      }),
    );
  });
});

describe('conditions', () => {
  it('know what a cache holds', () => {
    expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true);
    expect(matchesEtag('*', '"b"')).toBe(true);
    expect(matchesEtag('"a"', '"b"')).toBe(false);
    expect(matchesEtag(undefined, '"b"')).toBe(false);
  });

  it('answer a range of the very same object only', () => {
    expect(canAnswerRange(undefined, '"a"')).toBe(true);
    expect(canAnswerRange('"a"', '"a"')).toBe(true);
    expect(canAnswerRange('W/"a"', '"a"')).toBe(false);
    expect(canAnswerRange('"b"', '"a"')).toBe(false);
  });
});
