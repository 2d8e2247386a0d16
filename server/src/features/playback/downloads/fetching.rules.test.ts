import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginFetching,
  countFetch,
  type Fetching,
  freshSecondsOf,
  hearPage,
  judgeFetching,
  type LessonPace,
  soundSegmentSeconds,
} from './fetching.rules.ts';

const lesson = (change: Partial<LessonPace> = {}): LessonPace => ({
  bufferingGoalSeconds: 60,
  progressEverySeconds: 30,
  pictureSegmentSeconds: 4,
  durationSeconds: 3600,
  ...change,
});
const one = (number: number, folder = 'v720', isBare = false) => ({
  playbackId: 'p1',
  folder,
  number,
  isBare,
});

/** Fetches segments one after the other, waiting as it is told. @returns when it was done */
function download(fetching: Fetching, pace: LessonPace, count: number, isBare = true): number {
  let nowMs = fetching.begunMs;
  for (let number = 1; number <= count; number += 1) {
    const waitSeconds = countFetch(fetching, one(number, 'v720', isBare), pace, nowMs);
    expect(waitSeconds).toBeLessThanOrEqual(pace.pictureSegmentSeconds / 1 + 0.001);
    nowMs += waitSeconds * 1000 + 5;
  }
  return nowMs;
}

interface Learner {
  readonly pace: LessonPace;
  readonly speed: number;
  /** Media seconds in a second. */
  readonly network: number;
  /** Where to, after so many seconds. */
  readonly jumps: readonly { readonly afterSeconds: number; readonly to: number }[];
  readonly qualities: readonly string[];
  /** Seconds in which the page can't be heard, after it was heard once. */
  readonly awaySeconds: number;
  /** Reloads the page after so many seconds. */
  readonly reloadAfter: number;
}

const learners: fc.Arbitrary<Learner> = fc.record({
  pace: fc.record({
    bufferingGoalSeconds: fc.constantFrom(4, 60, 300),
    progressEverySeconds: fc.constant(30),
    pictureSegmentSeconds: fc.constantFrom(2, 4, 6),
    durationSeconds: fc.constantFrom(60, 600, 7200),
  }),
  speed: fc.constantFrom(0.5, 1, 1.5, 2),
  network: fc.constantFrom(3, 10, 100, 1000),
  jumps: fc.array(
    fc.record({ afterSeconds: fc.integer({ min: 3, max: 120 }), to: fc.nat({ max: 7200 }) }),
    { maxLength: 8 },
  ),
  qualities: fc.array(fc.constantFrom('v180', 'v720', 'v1080'), { minLength: 1, maxLength: 3 }),
  awaySeconds: fc.constantFrom(0, 20, 60),
  reloadAfter: fc.constantFrom(10, 60, 10_000),
});

/** Plays ten minutes. @returns the longest wait, and the worst that was thought of it */
function play(learner: Learner, isHeard = true) {
  const { pace, speed, network } = learner;
  const end = pace.durationSeconds ?? 0;
  const fetching = beginFetching('p1', 0);
  const jumps = [...learner.jumps];
  let [position, heardAt, playbackId, nextJump] = [0, 2, 'p1', jumps[0]?.afterSeconds ?? 1e9];
  const heardMs = new Map<string, number>();
  const seen = { waitSeconds: 0, judged: new Set<string | null>(), needed: 0 };
  for (let second = 0; second < 600; second += 1) {
    if (second === learner.reloadAfter) [playbackId, heardAt] = ['p2', second + 2];
    if (second >= nextJump) {
      position = (jumps.shift()?.to ?? 0) % end;
      nextJump = second + (jumps[0]?.afterSeconds ?? 1e9);
    }
    if (isHeard && second === heardAt) {
      heardMs.set(playbackId, second * 1000);
      heardAt = second + Math.ceil(30 / speed) + learner.awaySeconds;
    }
    for (const [folders, seconds] of [
      [learner.qualities, pace.pictureSegmentSeconds],
      [['audio'], soundSegmentSeconds],
    ] as const) {
      let budget = network;
      const until = Math.min(end, position + pace.bufferingGoalSeconds);
      for (let at = Math.floor(position / seconds); at * seconds < until && budget > 0; at += 1) {
        budget -= seconds;
        for (const folder of folders) {
          const fetch = { playbackId, folder, number: at + 1, isBare: false };
          const wait = countFetch(fetching, fetch, pace, second * 1000);
          seen.waitSeconds = Math.max(seen.waitSeconds, wait);
        }
      }
    }
    // A page may report before it fetches what its browser had not kept: reports are read by playback.
    const reported = heardMs.get(fetching.playbackId);
    if (reported !== undefined) hearPage(fetching, reported);
    seen.judged.add(judgeFetching(fetching, pace, second * 1000));
    position = Math.min(end, position + speed);
  }
  return seen;
}

describe('an honest player', () => {
  it('never waits and is never accused, whatever its buffer, speed, jumps, qualities, gaps and reloads', () => {
    fc.assert(
      fc.property(learners, (learner) => {
        const { waitSeconds, judged } = play(learner);
        expect(waitSeconds).toBe(0);
        expect([...judged]).toEqual([null]);
      }),
      { numRuns: 100 },
    );
  });

  it('whose reports are all blocked plays on at every speed without waiting', () => {
    fc.assert(
      fc.property(learners, (learner) => {
        const silent = play({ ...learner, jumps: [] }, false);
        expect(silent.waitSeconds).toBe(0);
        expect(silent.judged.has('high')).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('that jumps without end still gets each segment faster than it plays', () => {
    const pace = lesson();
    const fetching = beginFetching('p1', 0);
    hearPage(fetching, 0);
    let nowMs = 0;
    for (let number = 1; number < 400; number += 1) {
      const waitSeconds = countFetch(fetching, one(number * 7), pace, nowMs);
      expect(waitSeconds * 2).toBeLessThan(pace.pictureSegmentSeconds);
      nowMs += waitSeconds * 1000;
      hearPage(fetching, nowMs);
    }
  });
});

describe('a program that downloads', () => {
  it('is slowed down to two and a half times the speed of play beyond the first buffers', () => {
    const pace = lesson();
    const took = download(beginFetching('p1', 0), pace, 900) / 1000;
    expect(took).toBeGreaterThan((3600 - 150) / 2.5 - 5);
  });

  it('is sure to be one once its page was silent for 15 s and it was made to wait', () => {
    const pace = lesson();
    const fetching = beginFetching('p1', 0);
    const doneMs = download(fetching, pace, 60, false);
    expect(judgeFetching(fetching, pace, 14_999)).toBeNull();
    expect(judgeFetching(fetching, pace, Math.max(15_000, doneMs))).toBe('high');
    fetching.recorded = 'high';
    // From then on no faster than play.
    expect(countFetch(fetching, one(61), pace, doneMs)).toBeGreaterThan(3.5);
  });

  it('is noticed at a short lesson too, by what its requests lack', () => {
    const pace = lesson({ durationSeconds: 60 });
    const bare = beginFetching('p1', 0);
    download(bare, pace, 15);
    expect(judgeFetching(bare, pace, 15_000)).toBe('high');
    const dressed = beginFetching('p1', 0);
    download(dressed, pace, 15, false);
    expect(judgeFetching(dressed, pace, 15_000)).toBe('low');
  });

  it('gains nothing by opening the lesson again and again', () => {
    const pace = lesson();
    const fetching = beginFetching('p0', 0);
    let nowMs = 0;
    let judged: string | null = null;
    for (let number = 1; nowMs < 60_000; number += 1) {
      const playbackId = `p${Math.floor(nowMs / 5000)}`;
      const fetch = { playbackId, folder: 'v720', number, isBare: false };
      nowMs += countFetch(fetching, fetch, pace, nowMs) * 1000 + 5;
      judged ??= judgeFetching(fetching, pace, nowMs);
    }
    expect(judged).toBe('high');
    expect(freshSecondsOf(fetching)).toBeLessThan(150 + 60 * 2.5 + 5);
  });

  it('that reports like a page is suspected after five minutes without a pause', () => {
    const pace = lesson({ durationSeconds: 14_400 });
    const fetching = beginFetching('p1', 0);
    let nowMs = 0;
    for (let number = 1; nowMs < 310_000; number += 1) {
      hearPage(fetching, nowMs);
      nowMs += countFetch(fetching, one(number), pace, nowMs) * 1000 + 5;
    }
    expect(judgeFetching(fetching, pace, nowMs)).toBe('medium');
  });

  it('is refused what it asks for all at once', () => {
    const fetching = beginFetching('p1', 0);
    const waits = Array.from({ length: 100 }, (_, at) =>
      countFetch(fetching, one(at + 1), lesson(), 0),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(37);
    expect(waits.filter((wait) => wait > 0 && Number.isFinite(wait))).toHaveLength(6);
    expect(countFetch(fetching, one(100), lesson(), 60_000)).toBe(0);
  });
});
