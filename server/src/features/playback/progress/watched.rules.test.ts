import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeWatched,
  isCompleted,
  isPlayingAfter,
  joinSpans,
  nothingWatched,
  type Span,
  sumSeconds,
  type WatchEvent,
  type Watched,
} from './watched.rules.ts';

it('knows after which events nothing plays', () => {
  expect(isPlayingAfter('progress')).toBe(true);
  for (const event of ['pause', 'ended', 'error'] as const) {
    expect(isPlayingAfter(event)).toBe(false);
  }
});

const start = Date.parse('2026-11-22T10:00:00Z');
const playbackSessionId = 'one';

/** Events at the given seconds after the opening, from a learner with a correct clock. */
type Told = readonly [
  atSeconds: number,
  event: WatchEvent['event'],
  position: number,
  from?: number,
];

function report(before: Watched, told: readonly Told[], nowSeconds: number, more = {}): Watched {
  return computeWatched(before, {
    playbackSessionId,
    openedAt: new Date(start),
    events: told.map(([at, event, position, from]) => ({
      event,
      position,
      happenedAt: new Date(start + at * 1000),
      detail: from === undefined ? {} : { from: `${from}` },
    })),
    durationSeconds: 100,
    now: new Date(start + nowSeconds * 1000),
    ...more,
  }).watched;
}

describe('watched time', () => {
  it('is what was played, and nine tenths of the video complete it', () => {
    let watched = report(nothingWatched, [[0, 'play', 0]], 0);
    for (const at of [30, 60]) watched = report(watched, [[at, 'progress', at]], at);
    expect(watched.spans).toEqual([[0, 60]]);
    expect(isCompleted(watched, 100)).toBe(false);
    watched = report(watched, [[90, 'progress', 90]], 90);
    expect(isCompleted(watched, 100)).toBe(true);
  });

  it('counts at double speed', () => {
    const begun = report(nothingWatched, [[0, 'play', 0]], 0);
    expect(sumSeconds(report(begun, [[48, 'pause', 95]], 48).spans)).toBe(95);
  });

  it('does not include what was jumped over', () => {
    const watched = report(
      nothingWatched,
      [
        [0, 'play', 0],
        [5, 'seek', 95, 5],
        [10, 'ended', 100],
      ],
      10,
    );
    expect(watched.spans).toEqual([
      [0, 5],
      [95, 100],
    ]);
    expect(isCompleted(watched, 100)).toBe(false);
  });

  it('does not include claims without the time for it, by either clock', () => {
    const told: Told[] = [
      [0, 'play', 0],
      [60, 'ended', 100],
    ];
    expect(sumSeconds(report(nothingWatched, told, 3).spans)).toBe(0);
    expect(sumSeconds(report(nothingWatched, [told[0]!, [3, 'ended', 100]], 60).spans)).toBe(0);
    expect(sumSeconds(report(nothingWatched, told, 60).spans)).toBe(100);
  });

  it('does not grow while playback stands still', () => {
    const paused = report(
      nothingWatched,
      [
        [0, 'play', 0],
        [5, 'pause', 5],
        [90, 'play', 95],
        [95, 'pause', 100],
      ],
      100,
    );
    expect(paused.spans).toEqual([
      [0, 5],
      [95, 100],
    ]);
  });

  it('adds up over several playbacks, and two do not lead from one place to another', () => {
    const first = report(nothingWatched, [[0, 'play', 0]], 0);
    const halfway = report(first, [[50, 'pause', 50]], 50);
    const other = { playbackSessionId: 'two', openedAt: new Date(start + 60_000) };
    const again = report(halfway, [[60, 'play', 50]], 60, other);
    const done = report(again, [[110, 'ended', 100]], 110, other);
    expect(done.spans).toEqual([[0, 100]]);
    expect(report(first, [[60, 'progress', 60]], 60, other).spans).toEqual([]);
  });

  it('counts after an outage what was reported late', () => {
    const begun = report(nothingWatched, [[0, 'play', 0]], 0);
    const late: Told[] = [
      [30, 'progress', 30],
      [60, 'progress', 60],
      [90, 'progress', 90],
    ];
    expect(isCompleted(report(begun, late, 95), 100)).toBe(true);
  });

  it('lies within the video for any claims, and never exceeds the elapsed time', () => {
    const events = fc.array(
      fc.tuple(
        fc.integer({ min: -10, max: 400 }),
        fc.constantFrom<WatchEvent['event'][]>('play', 'progress', 'seek', 'pause', 'ended'),
        fc.double({ min: 0, max: 200, noNaN: true }),
        fc.double({ noNaN: false }),
      ),
      { maxLength: 20 },
    );
    const reports = fc.array(fc.tuple(events, fc.integer({ min: 0, max: 20 })), { maxLength: 8 });
    fc.assert(
      fc.property(reports, (all) => {
        let watched = nothingWatched;
        let now = 0;
        for (const [told, later] of all) {
          now += later;
          watched = report(watched, told, now);
          for (const [from, to] of watched.spans) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(100);
          }
        }
        // Spans that almost touch are joined: a second for each gap.
        const gaps = all.reduce((sum, [told]) => sum + told.length, 0);
        expect(sumSeconds(watched.spans)).toBeLessThanOrEqual(now * 2 + 2 * all.length + gaps);
      }),
    );
  });
});

it('joins spans into the same seconds, each once, in any order', () => {
  const second = fc.integer({ min: 0, max: 400 });
  const spans = fc.array(
    fc.tuple(second, second).map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(spans, (given) => {
      const result = joinSpans(given);
      expect(joinSpans(given.toReversed())).toEqual(result);
      for (const [index, [from]] of result.entries()) {
        if (index > 0) expect(from).toBeGreaterThan((result[index - 1]?.[1] ?? 0) + 1);
      }
      for (const [from, to] of given) {
        if (from === to) continue;
        expect(result.some(([a, b]) => a <= from && to <= b)).toBe(true);
      }
    }),
  );
});

describe('time that was watched without a connection', () => {
  const late = { isLate: true, playbackSessionId: 'copy' };
  const daySeconds = 86_400;

  it('counts in parts that arrive long afterwards, one right after the other', () => {
    const first: Told[] = [
      [0, 'play', 0],
      [45, 'progress', 45],
    ];
    let watched = report(nothingWatched, first, daySeconds, late);
    watched = report(watched, [[95, 'progress', 95]], daySeconds, late);
    expect(watched.spans).toEqual([[0, 95]]);
  });

  it('is no more than the time that passed until its last event', () => {
    const told: Told[] = Array.from({ length: 50 }, (_, at) => [10, 'progress', at * 2]);
    const watched = report(nothingWatched, told, daySeconds, late);
    // Double speed since the copy was made, not since the day before.
    expect(sumSeconds(watched.spans)).toBe(22);
  });

  it('counts also after something else was watched', () => {
    const online = report(nothingWatched, [[daySeconds, 'play', 0]], daySeconds);
    const told: Told[] = [
      [0, 'play', 0],
      [60, 'progress', 60],
    ];
    const watched = report(online, told, daySeconds + 1, late);
    expect(watched.spans).toEqual([[0, 60]]);
  });
});
