import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLostOffset, type ListedPart, planPartBytes } from './part-plan.rules.ts';

const mebibyte = 1024 ** 2;

describe('the size of parts', () => {
  it('is 8 MiB up to 78 GiB, and grows with larger files', () => {
    expect(planPartBytes(1)).toBe(8 * mebibyte);
    expect(planPartBytes(80_000 * mebibyte)).toBe(8 * mebibyte);
    expect(planPartBytes(80_001 * mebibyte)).toBe(9 * mebibyte);
  });

  it('never needs more than 10,000 parts, nor parts that S3 refuses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1024 ** 4 }), (lengthBytes) => {
        const partBytes = planPartBytes(lengthBytes);
        expect(Math.ceil(lengthBytes / partBytes)).toBeLessThanOrEqual(10_000);
        expect(partBytes).toBeGreaterThanOrEqual(5 * mebibyte);
        expect(partBytes).toBeLessThanOrEqual(5 * 1024 * mebibyte);
      }),
    );
  });
});

describe('what the store has of a file', () => {
  const [partBytes, lengthBytes] = [10, 25];
  const pieces = [0, 10, 20].map((offsetBytes) => ({
    offsetBytes,
    sizeBytes: Math.min(partBytes, lengthBytes - offsetBytes),
    etag: `"e${offsetBytes}"`,
    objectKey: null,
  }));
  const listed = pieces.map(({ sizeBytes, etag, offsetBytes }) => ({
    number: offsetBytes / partBytes + 1,
    sizeBytes,
    etag,
  }));
  const find = (changed: readonly ListedPart[], kept = pieces) =>
    findLostOffset({ lengthBytes, pieces: kept }, partBytes, changed);

  it('is whole if each part is there as it was stored, in quotes or without', () => {
    expect(find(listed)).toBeNull();
    expect(find(listed.map((part) => ({ ...part, etag: part.etag.slice(1, -1) })))).toBeNull();
    const tail = { offsetBytes: 20, sizeBytes: 3, etag: '"t"', objectKey: 'tail' };
    expect(
      find(listed, [...pieces, { ...tail, objectKey: null, sizeBytes: 5, etag: '"e20"' }]),
    ).toBeNull();
  });

  it.each<[string, number | null, (part: ListedPart) => readonly ListedPart[]]>([
    ['is missing', 10, (part) => (part.number === 2 ? [] : [part])],
    ['is shorter', 20, (part) => [part.number === 3 ? { ...part, sizeBytes: 4 } : part]],
    ['is another', 0, (part) => [part.number === 1 ? { ...part, etag: '"x"' } : part]],
  ])('ends before a part that %s', (_case, offset, change) => {
    expect(find(listed.flatMap(change))).toBe(offset);
  });

  it('ends where nothing was recorded, or less than a part', () => {
    expect(find(listed, pieces.slice(0, 2))).toBe(20);
    const tail = { offsetBytes: 20, sizeBytes: 5, etag: '"e20"', objectKey: 'tail' };
    expect(
      findLostOffset({ lengthBytes, pieces: [...pieces.slice(0, 2), tail] }, partBytes, listed),
    ).toBe(20);
  });
});
