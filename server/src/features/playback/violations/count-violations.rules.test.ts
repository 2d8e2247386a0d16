import {
  givenSeverities,
  incidentConfidences,
  incidentTypeNames,
  isViolation,
} from '@prahari/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countViolations,
  decideSeverity,
  findRepeatedSlips,
  type Signal,
} from './count-violations.rules.ts';

const sameActMs = 2000;
const signal = (at: number, playbackSessionId = 'one'): Signal => ({
  playbackSessionId,
  occurredAt: new Date(at),
});
const signals = fc.array(
  fc.record({
    playbackSessionId: fc.constantFrom('one', 'two', 'three'),
    occurredAt: fc.integer({ min: 0, max: 20_000 }).map((at) => new Date(at)),
  }),
);
const windows = fc.constantFrom(0, 1, sameActMs, 30_000);

describe('the number of violations in signals', () => {
  it('is one for all signals of one act, and another for the next act', () => {
    expect(countViolations([], sameActMs)).toBe(0);
    expect(countViolations([signal(0), signal(1999)], sameActMs)).toBe(1);
    expect(countViolations([signal(0), signal(2000)], sameActMs)).toBe(2);
    // A row of them does not stretch one act for ever.
    expect(countViolations([signal(0), signal(1500), signal(3000)], sameActMs)).toBe(2);
  });

  it('is counted for each playback separately, because clocks may be changed between them', () => {
    expect(countViolations([signal(0), signal(0, 'two')], sameActMs)).toBe(2);
  });

  it('does not depend on the order of arrival', () => {
    const shuffled = signals.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, windows, ([all, other], window) => {
        expect(countViolations(other, window)).toBe(countViolations(all, window));
      }),
    );
  });

  it('does not change when a signal arrives again', () => {
    fc.assert(
      fc.property(signals, windows, (all, window) => {
        expect(countViolations([...all, ...all], window)).toBe(countViolations(all, window));
      }),
    );
  });

  it('never falls with more evidence, and never exceeds it', () => {
    fc.assert(
      fc.property(signals, signals, windows, (some, more, window) => {
        const count = countViolations(some, window);
        expect(countViolations([...some, ...more], window)).toBeGreaterThanOrEqual(count);
        expect(count).toBeLessThanOrEqual(some.length);
        expect(count > 0).toBe(some.length > 0);
      }),
    );
  });
});

describe('which slips count', () => {
  const counting = (...slips: Signal[]) => findRepeatedSlips(slips, sameActMs);

  it('is the second within a minute, and none alone', () => {
    expect(counting(signal(0))).toEqual([]);
    expect(counting(signal(0), signal(60_001))).toEqual([]);
    expect(counting(signal(0), signal(60_000))).toEqual([signal(60_000)]);
    expect(counting(signal(0), signal(30_000), signal(89_000))).toEqual([
      signal(30_000),
      signal(89_000),
    ]);
  });

  it('is none of a double press, nor of two playbacks', () => {
    expect(counting(signal(0), signal(1999))).toEqual([]);
    expect(counting(signal(0), signal(1999), signal(2000))).toEqual([signal(2000)]);
    expect(counting(signal(0), signal(5000, 'two'))).toEqual([]);
  });

  it('property: more evidence takes none away, whatever its order, and one press of a playback never counts', () => {
    fc.assert(
      fc.property(signals, signals, windows, (some, more, window) => {
        const before = findRepeatedSlips(some, window);
        const after = findRepeatedSlips([...more, ...some], window);
        expect(after).toEqual(expect.arrayContaining(before));
        for (const playback of ['one', 'two', 'three']) {
          const isOf = ({ playbackSessionId }: Signal) => playbackSessionId === playback;
          const times = new Set(some.filter(isOf).map(({ occurredAt }) => occurredAt.getTime()));
          const counted = before.filter(isOf).map(({ occurredAt }) => occurredAt.getTime());
          expect(new Set(counted).size).toBeLessThanOrEqual(Math.max(0, times.size - 1));
        }
      }),
    );
  });
});

describe('the severity of an incident', () => {
  it('is little where a slip was not repeated', () => {
    expect(decideSeverity('blocked_hotkey', 'high', true)).toBe('low');
    expect(decideSeverity('blocked_hotkey', 'high')).toBe('high');
  });

  it('never lets a heuristic count, however sure it is', () => {
    const weak = ['window_size_difference', 'window_blurred'] as const;
    for (const type of weak) {
      for (const confidence of incidentConfidences) {
        expect(isViolation(type, confidence)).toBe(false);
      }
    }
  });

  it('counts strong signals unless the detector is unsure', () => {
    expect(isViolation('screen_capture_api', 'high')).toBe(true);
    expect(isViolation('blocked_hotkey', 'medium')).toBe(true);
    expect(isViolation('screen_capture_api', 'low')).toBe(false);
  });

  it('is high or medium exactly where it counts, except for incidents that the server saw', () => {
    for (const type of incidentTypeNames) {
      for (const confidence of incidentConfidences) {
        const severity = decideSeverity(type, confidence);
        if (type === 'download_suspected') expect(severity).toBe(confidence);
        else if (type === 'mobile_device') expect(severity).toBe('medium');
        else expect(severity !== 'low').toBe(isViolation(type, confidence));
      }
    }
  });

  it('is each of those that lists are filtered by, and no other', () => {
    const given = incidentTypeNames.flatMap((type) =>
      incidentConfidences.map((confidence) => decideSeverity(type, confidence)),
    );
    expect(new Set(given)).toEqual(new Set(givenSeverities));
  });
});
