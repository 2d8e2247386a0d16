import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSegmentFetch, createVideoPace } from './fetching.fixture.ts';
import {
  allowForJumps,
  beginFetching,
  computeFreshSeconds,
  countFetch,
  createFetchingLearner,
  type Fetching,
  joinFetching,
  notePageReport,
  noteRecorded,
  type VideoPace,
} from './fetching.rules.ts';
import { isUnexplained, judgeFetching } from './judge-fetching.rules.ts';
import { learners, play } from './player.fixture.ts';

/** Fetches segments one after the other, and waits as long as it must. @returns when it was done */
function download(fetching: Fetching, pace: VideoPace, count: number, isBare = true): number {
  let nowMs = fetching.begunMs;
  for (let number = 1; number <= count; number += 1) {
    const fetch = createSegmentFetch(number, 'v720', isBare);
    const waitSeconds = countFetch(fetching, fetch, pace, nowMs);
    expect(waitSeconds).toBeLessThanOrEqual(pace.pictureSegmentSeconds / 1 + 0.001);
    nowMs += waitSeconds * 1000 + 5;
  }
  return nowMs;
}

describe('an honest player', () => {
  it('never waits and is never accused, with any buffer, speed, network, jumps, qualities and reloads', () => {
    fc.assert(
      fc.property(learners, (learner) => {
        const { waitSeconds, judged } = play(learner);
        expect(waitSeconds).toBe(0);
        expect([...judged]).toEqual([null]);
      }),
      { numRuns: 100 },
    );
  });

  it('whose reports come late, or never, is at most noted, and fetches no slower than it plays', () => {
    fc.assert(
      fc.property(learners, fc.constantFrom(20, 60), (learner, awaySeconds) => {
        const { waitSeconds, judged } = play({ ...learner, awaySeconds });
        expect(waitSeconds).toBeLessThanOrEqual(learner.pace.pictureSegmentSeconds);
        expect(judged.has('medium') || judged.has('high')).toBe(false);
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

  it('that jumps endlessly still gets each segment twice as fast as it plays', () => {
    const pace = createVideoPace();
    const fetching = beginFetching('p1', 0);
    notePageReport(fetching, 0);
    let nowMs = 0;
    for (let number = 1; number < 400; number += 1) {
      const waitSeconds = countFetch(fetching, createSegmentFetch(number * 7), pace, nowMs);
      expect(waitSeconds * 2).toBeLessThanOrEqual(pace.pictureSegmentSeconds);
      nowMs += waitSeconds * 1000;
      notePageReport(fetching, nowMs);
      allowForJumps(fetching, number * 28, pace, nowMs);
    }
    expect(judgeFetching(fetching, pace, nowMs)).not.toBe('high');
  });

  it('goes from video to video, and plays several where the policy lets it', () => {
    const learner = createFetchingLearner(0);
    const pace = createVideoPace({ streamsPerLearner: 2 });
    const waits: number[] = [];
    for (let at = 0; at < 9; at += 1) {
      const fetching = beginFetching('', at * 2000, learner);
      for (let number = 1; number <= 18; number += 1) {
        waits.push(
          countFetch(
            fetching,
            createSegmentFetch(number, 'v720', false, `p${at}`),
            pace,
            at * 2000,
          ),
        );
      }
      notePageReport(fetching, at * 2000);
      expect(judgeFetching(fetching, pace, at * 2000)).toBeNull();
    }
    expect(new Set(waits)).toEqual(new Set([0]));
  });
});

interface Program {
  /** Seconds of videos in a second. */
  readonly rate: number;
  readonly videos: number;
  /** Seconds between its reports; null: it reports once. */
  readonly reportsEvery: number | null;
  /** The jumps in each of its reports. */
  readonly claims: number;
  readonly opensEvery: number;
}

const programs: fc.Arbitrary<Program> = fc.record({
  rate: fc.double({ min: 2.2, max: 200, noNaN: true }),
  videos: fc.integer({ min: 1, max: 12 }),
  reportsEvery: fc.constantFrom(null, 1, 10, 30),
  claims: fc.constantFrom(0, 60, 3600),
  opensEvery: fc.constantFrom(1e9, 60, 7),
});

/** Its requests until it is recorded, with the imposed delays. */
function runProgram({ rate, videos, reportsEvery, claims, opensEvery }: Program) {
  const pace = createVideoPace({ durationSeconds: null });
  const learner = createFetchingLearner(0);
  const all = Array.from({ length: videos }, () => beginFetching('', 0, learner));
  const next = all.map(() => 1);
  let [nowMs, fetched, reportAt, lookAt, claimed, at] = [0, 0, 0, 0, 0, 0];
  /** When it had more than any player has. */
  let beyondMs: number | null = null;
  const atOnce = 78 + (claims > 0 || videos > 1 || opensEvery < 1e9 ? 600 : 0);
  for (;;) {
    at = (at + 1) % videos;
    const fetching = all[at];
    if (!fetching) throw new Error('it has videos');
    const number = next[at] ?? 1;
    const playbackId = `p${at}/${Math.floor(nowMs / 1000 / opensEvery)}`;
    const wait = countFetch(fetching, { ...createSegmentFetch(number), playbackId }, pace, nowMs);
    if (Number.isFinite(wait)) {
      next[at] = number + 1;
      fetched += pace.pictureSegmentSeconds;
    }
    if (nowMs / 1000 >= reportAt) {
      for (const each of all) notePageReport(each, nowMs);
      claimed += claims;
      reportAt = nowMs / 1000 + (reportsEvery ?? 1e9);
    }
    if (learner.overSinceMs !== null) allowForJumps(fetching, claimed, pace, nowMs);
    if (fetched > atOnce + (nowMs / 1000) * 2) beyondMs ??= nowMs;
    expect(fetched).toBeLessThanOrEqual(78 + 180 + 600 + 20 + (nowMs / 1000) * 2);
    if (nowMs >= lookAt) {
      lookAt = nowMs + 5000;
      for (const each of all) {
        if (isUnexplained(each, pace, nowMs)) allowForJumps(each, claimed, pace, nowMs);
        const confidence = judgeFetching(each, pace, nowMs);
        if (confidence !== null) return { afterMs: nowMs - (beyondMs ?? nowMs), confidence };
      }
    }
    if (beyondMs !== null && nowMs - beyondMs > 60_000)
      return { afterMs: 60_000, confidence: null };
    nowMs += Math.max((pace.pictureSegmentSeconds / rate) * 1000, Math.min(wait, 10) * 1000);
  }
}

describe('a program that downloads', () => {
  it('faster than any playback is recorded within 30 s of exceeding what a player can hold, with any reports', () => {
    fc.assert(
      fc.property(programs, (program) => {
        const { afterMs, confidence } = runProgram(program);
        expect(confidence).not.toBeNull();
        expect(afterMs).toBeLessThanOrEqual(30_000);
      }),
      { numRuns: 150 },
    );
  });

  it('is slowed down to twice the speed of play beyond the first buffer', () => {
    const pace = createVideoPace();
    const took = download(beginFetching('p1', 0), pace, 900) / 1000;
    expect(took).toBeGreaterThan((3600 - 78) / 2 - 5);
  });

  it('is recorded with high confidence once its page was silent for 15 s and it was delayed', () => {
    const pace = createVideoPace();
    const burst = beginFetching('p1', 0);
    for (let number = 1; number <= 22; number += 1)
      countFetch(burst, createSegmentFetch(number), pace, 0);
    expect(judgeFetching(burst, pace, 14_999)).toBeNull();
    expect(judgeFetching(burst, pace, 15_000)).toBe('high');
    const fetching = beginFetching('p1', 0);
    const doneMs = download(fetching, pace, 30, false);
    expect(judgeFetching(fetching, pace, doneMs)).toBe('high');
    noteRecorded(fetching, 'high', doneMs);
    // From then on no faster than play, in this video and in the next.
    expect(countFetch(fetching, createSegmentFetch(31), pace, doneMs)).toBeGreaterThan(3.5);
    const next = beginFetching('p2', doneMs, fetching.learner);
    expect(
      countFetch(next, createSegmentFetch(1, 'v720', true, 'p2'), pace, doneMs),
    ).toBeGreaterThan(3.5);
  });

  it('is noticed at a short video too, by the headers that its requests lack', () => {
    const pace = createVideoPace({ durationSeconds: 60 });
    const bare = beginFetching('p1', 0);
    download(bare, pace, 15);
    expect(judgeFetching(bare, pace, 15_000)).toBe('high');
    const dressed = beginFetching('p1', 0);
    download(dressed, pace, 15, false);
    expect(judgeFetching(dressed, pace, 15_000)).toBe('low');
  });

  it('that reports like a page but lacks its headers is recorded with high confidence', () => {
    const pace = createVideoPace();
    const fetching = beginFetching('p1', 0);
    notePageReport(fetching, 1000);
    for (let number = 1; number <= 63; number += 1) {
      expect(countFetch(fetching, createSegmentFetch(number, 'v720', true), pace, 1000)).toBe(0);
    }
    notePageReport(fetching, 10_000);
    expect(judgeFetching(fetching, pace, 15_000)).toBeNull();
    expect(judgeFetching(fetching, pace, 16_000)).toBe('high');
  });

  it('that reports gets no more than three buffers unexplained, and less once it is recorded', () => {
    const pace = createVideoPace();
    const fetching = beginFetching('p1', 0);
    notePageReport(fetching, 0);
    const atOnce = () => {
      let count = 0;
      for (let number = 1; number < 900; number += 1) {
        if (countFetch(fetching, createSegmentFetch(number), pace, 0) === 0) count += 1;
      }
      return count * pace.pictureSegmentSeconds;
    };
    expect(atOnce()).toBe(256);
    notePageReport(fetching, 8000);
    expect(judgeFetching(fetching, pace, 15_000)).toBe('medium');
    noteRecorded(fetching, 'medium', 15_000);
    const waitSeconds = countFetch(fetching, createSegmentFetch(900), pace, 15_000);
    expect(waitSeconds).toBeGreaterThan(1);
    expect(waitSeconds).toBeLessThanOrEqual(2);
  });

  it('gains nothing by opening the video again and again', () => {
    const pace = createVideoPace();
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
    expect(computeFreshSeconds(fetching)).toBeLessThan(78 + 60 * 2 + 5);
  });

  it('keeps imposed waiting when it opens again', () => {
    const pace = createVideoPace({ durationSeconds: 14_400 });
    const fetching = beginFetching('p0', 0);
    let nowMs = 0;
    for (let number = 1; nowMs < 700_000; number += 1) {
      notePageReport(fetching, nowMs);
      allowForJumps(fetching, number * 3600, pace, nowMs);
      const playbackId = `p${Math.floor(nowMs / 60_000)}`;
      const fetch = { playbackId, folder: 'v720', number, isBare: false };
      nowMs += countFetch(fetching, fetch, pace, nowMs) * 1000 + 5;
    }
    expect(judgeFetching(fetching, pace, nowMs)).toBe('medium');
  });

  it('has its fetches counted from before its learner was known', () => {
    const pace = createVideoPace({ pictureSegmentSeconds: 6 });
    const learner = createFetchingLearner(0);
    const fetching = beginFetching('p1', 0, learner);
    for (let number = 1; number <= 5; number += 1)
      countFetch(fetching, createSegmentFetch(number), pace, 0);
    const meanwhile = beginFetching('p1', 0);
    for (let number = 1; number <= 30; number += 1) {
      countFetch(
        meanwhile,
        createSegmentFetch(number),
        createVideoPace({ pictureSegmentSeconds: 2 }),
        0,
      );
    }
    joinFetching(fetching, meanwhile, pace, 0);
    expect(computeFreshSeconds(fetching)).toBe(180);
    expect(countFetch(fetching, createSegmentFetch(30), pace, 0)).toBe(0);
    expect(countFetch(fetching, createSegmentFetch(31), pace, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is refused segments that it requests all at once', () => {
    const fetching = beginFetching('p1', 0);
    const waits = Array.from({ length: 100 }, (_, at) =>
      countFetch(fetching, createSegmentFetch(at + 1), createVideoPace(), 0),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(19);
    expect(waits.filter((wait) => wait > 0 && Number.isFinite(wait))).toHaveLength(5);
    expect(countFetch(fetching, createSegmentFetch(100), createVideoPace(), 60_000)).toBe(0);
  });
});
