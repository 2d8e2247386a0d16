import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeSoundSeconds, planPieces, planSamples, planSoundPieces } from './pieces.ts';

const rate = fc.constantFrom(
  { numerator: 24_000, denominator: 1001 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 25, denominator: 1 },
  { numerator: 7, denominator: 1 },
);
const duration = fc.double({ min: 0.5, max: 600, noNaN: true });

test('pieces follow each other without gap and begin where a segment may', () => {
  fc.assert(
    fc.property(rate, duration, (frameRate, durationSeconds) => {
      const pieces = planPieces({ durationSeconds }, frameRate, 12);
      let next = 0;
      for (const [number, piece] of pieces.entries()) {
        expect(piece.number).toBe(number);
        expect(piece.firstPicture).toBe(next);
        next += piece.pictures;
        // The first picture at or behind a multiple of the length.
        const late = piece.startSeconds - number * 12;
        expect(late).toBeGreaterThanOrEqual(-1e-6);
        expect(late).toBeLessThan(frameRate.denominator / frameRate.numerator);
      }
      const end = (next * frameRate.denominator) / frameRate.numerator;
      expect(end).toBeGreaterThanOrEqual(durationSeconds);
    }),
  );
});

test('a short video stays whole', () => {
  const countOf = (durationSeconds: number) =>
    planPieces({ durationSeconds }, { numerator: 30, denominator: 1 }).length;
  expect([30, 47, 48, 3600].map(countOf)).toEqual([1, 1, 2, 150]);
});

test('pieces of sound follow each other without gap, the last one to the end', () => {
  const seconds = fc.double({ min: 0.5, max: 90_000, noNaN: true });
  fc.assert(
    fc.property(seconds, (durationSeconds) => {
      const pieces = planSoundPieces(durationSeconds);
      let next = 0;
      for (const [number, piece] of pieces.entries()) {
        expect(piece).toMatchObject({ number, firstFrame: next });
        const { start, end } = planSamples(piece);
        // The encoder also reads the end of the previous piece and the beginning of the next.
        if (number > 0) expect(start).toBeLessThan((next - 180) * 1024);
        next += piece.frames ?? 0;
        if (end !== null) expect(end).toBeGreaterThan(next * 1024);
        expect(end === null).toBe(number === pieces.length - 1);
      }
      expect(pieces.length).toBeLessThanOrEqual(12);
      const lengths = pieces.map((piece) => computeSoundSeconds(piece, { durationSeconds }));
      expect(lengths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(durationSeconds, 3);
      if (pieces.length > 1) expect(Math.min(...lengths)).toBeGreaterThanOrEqual(300);
    }),
  );
});
