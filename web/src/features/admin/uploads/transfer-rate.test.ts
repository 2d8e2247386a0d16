import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSample, measureTransfer, type Sample } from './transfer-rate.ts';

function after(...samples: Sample[]) {
  return samples.reduce<readonly Sample[]>(addSample, []);
}

test('says nothing too early', () => {
  expect(measureTransfer(after({ atMs: 0, sentBytes: 0 }), 100)).toEqual({
    bytesPerSecond: null,
    secondsLeft: null,
  });
});

test('tells speed and time left', () => {
  const samples = after({ atMs: 0, sentBytes: 0 }, { atMs: 2000, sentBytes: 4000 });
  expect(measureTransfer(samples, 10_000)).toEqual({ bytesPerSecond: 2000, secondsLeft: 3 });
});

test('follows a line that slowed down', () => {
  const samples = after(
    { atMs: 0, sentBytes: 0 },
    { atMs: 1000, sentBytes: 1_000_000 },
    { atMs: 12_000, sentBytes: 1_000_000 },
    { atMs: 20_000, sentBytes: 1_008_000 },
  );
  expect(measureTransfer(samples, 2_000_000).bytesPerSecond).toBeLessThan(2000);
});

test('a stalled connection has no remaining time', () => {
  const samples = after({ atMs: 0, sentBytes: 5 }, { atMs: 1000, sentBytes: 5 });
  expect(measureTransfer(samples, 10)).toEqual({ bytesPerSecond: 0, secondsLeft: null });
});

test('property: memory stays small and numbers stay sane', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.nat(1_000_000)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(steps, (moves) => {
      let samples: readonly Sample[] = [];
      let sample = { atMs: 0, sentBytes: 0 };
      for (const [ms, bytes] of moves) {
        sample = { atMs: sample.atMs + ms, sentBytes: sample.sentBytes + bytes };
        samples = addSample(samples, sample);
        const { bytesPerSecond, secondsLeft } = measureTransfer(samples, sample.sentBytes + 1000);
        expect(bytesPerSecond ?? 0).toBeGreaterThanOrEqual(0);
        expect(secondsLeft ?? 0).toBeGreaterThanOrEqual(0);
        const inside = samples.filter(({ atMs }) => atMs >= sample.atMs - 8000);
        expect(samples.length - inside.length).toBeLessThanOrEqual(1);
      }
    }),
  );
});
