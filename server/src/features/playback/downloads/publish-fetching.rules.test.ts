import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFetchingLearner } from './allowance.rules.ts';
import { createSegmentFetch, createVideoPace } from './fetching.fixture.ts';
import {
  beginFetching,
  computeFreshSeconds,
  countFetch,
  type Fetching,
  notePageReport,
} from './fetching.rules.ts';
import { judgeFetching } from './judge-fetching.rules.ts';
import { type Learner, learners, play, type Spread, spreads } from './player.fixture.ts';
import { createProcesses } from './processes.fixture.ts';
import { addPublished, takeUnpublished } from './publish-fetching.rules.ts';

/** Spreads requests without any order. */
function spreadOver(processes: number): Spread {
  const turns = fc.sample(fc.nat({ max: processes - 1 }), { numRuns: 997, seed: 7 });
  return { processes, route: (request) => turns[request % turns.length] ?? 0 };
}

describe('an honest player', () => {
  it('never waits and is never accused, however its requests are spread', () => {
    fc.assert(
      fc.property(learners, spreads, (learner, spread) => {
        // By then every process knows that the page reports.
        const jumps = learner.jumps.map((jump) => ({
          ...jump,
          afterSeconds: jump.afterSeconds + 6,
        }));
        const { waitSeconds, judged } = play({ ...learner, jumps }, true, spread);
        expect(waitSeconds).toBe(0);
        expect([...judged]).toEqual([null]);
      }),
      { numRuns: 100 },
    );
  });

  it('whose reports are all blocked plays on at every speed without waiting', () => {
    fc.assert(
      fc.property(learners, spreads, (learner, spread) => {
        const silent = play({ ...learner, jumps: [] }, false, spread);
        expect(silent.waitSeconds).toBe(0);
        expect(silent.judged.has('high')).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  const ordinary: Learner = {
    pace: createVideoPace(),
    speed: 1,
    network: 10,
    jumps: [],
    qualities: ['v720'],
    toldAfter: 0,
    awaySeconds: 0,
    reloadAfter: 10_000,
  };

  it('at one process is published once in ten minutes, without its fetches', () => {
    const spread = { processes: 8, route: () => 3 };
    expect(play(ordinary, true, spread).published).toEqual({ presences: 1, fetches: 0 });
  });

  it.each([2, 4, 8])('spread over %i processes has few of its fetches published', (processes) => {
    const { published } = play(ordinary, true, spreadOver(processes));
    expect(published.presences).toBe(processes);
    // Of more than 400 segments.
    expect(published.fetches).toBeLessThanOrEqual(6);
  });
});

/** A program that fetches as fast as it is let, and reports like a page. @returns when it was recorded */
function runProgram(rate: number, spread: Spread, reports: boolean, aheadMs = 0) {
  const pace = createVideoPace({ durationSeconds: null });
  const processes = createProcesses(spread.processes, pace, aheadMs);
  const waits: number[] = [];
  let [number, requests, fetched, readyMs, most] = [1, 0, 0, 0, 0];
  for (let nowMs = 0; nowMs < 300_000; nowMs += 100) {
    if (reports && nowMs % 30_000 === 2000) {
      for (const [at, fetching] of processes.all().entries())
        notePageReport(fetching, nowMs + at * aheadMs);
    }
    while (readyMs <= nowMs) {
      const fetch = createSegmentFetch(number);
      const waitSeconds = processes.fetch(spread.route(requests, nowMs / 1000), fetch, nowMs);
      requests += 1;
      waits.push(waitSeconds);
      if (Number.isFinite(waitSeconds)) {
        number += 1;
        fetched += pace.pictureSegmentSeconds;
      }
      readyMs += Math.max(
        (pace.pictureSegmentSeconds / rate) * 1000,
        Math.min(10, waitSeconds) * 1000,
      );
    }
    most = Math.max(most, fetched - (nowMs / 1000) * 2);
    if (nowMs % 1000 === 900) processes.publish(nowMs);
    if (nowMs % 5000 > 0) continue;
    const judged = processes
      .all()
      .flatMap((one, at) =>
        one.requests > 0 ? (judgeFetching(one, pace, nowMs + at * aheadMs) ?? []) : [],
      );
    if (judged.length > 0) return { atMs: nowMs, judged, most, waits };
  }
  return { atMs: null, judged: [], most, waits };
}

describe('a program that downloads', () => {
  it('is recorded about as soon as by one process, however its requests are spread', () => {
    const rates = fc.double({ min: 4, max: 200, noNaN: true });
    fc.assert(
      fc.property(rates, spreads, fc.boolean(), (rate, spread, reports) => {
        const alone = runProgram(rate, { processes: 1, route: () => 0 }, reports);
        const { atMs, most } = runProgram(rate, spread, reports);
        const each = 12 * (spread.processes - 1);
        expect(atMs ?? 1e9).toBeLessThanOrEqual(
          (alone.atMs ?? 0) + 15_000 + (each / (rate - 2)) * 1000,
        );
        // Until the others publish, a process knows only what it sent itself.
        expect(most).toBeLessThanOrEqual(alone.most + each + rate * 3);
      }),
      { numRuns: 100 },
    );
  });

  it('at hardly more than what is allowed, spread over eight, is recorded, too', () => {
    expect(runProgram(3, spreadOver(8), true).judged).not.toEqual([]);
  });

  it('is not helped by clocks that differ', () => {
    fc.assert(
      fc.property(spreads, fc.constantFrom(90_000, 91_234), (spread, aheadMs) => {
        expect(runProgram(10, spread, true, aheadMs)).toEqual(runProgram(10, spread, true));
      }),
      { numRuns: 20 },
    );
  });

  it('gets no more than one allowance when it goes from process to process', () => {
    const processes = createProcesses(8, createVideoPace());
    let [number, sent] = [0, 0];
    for (let second = 0; second < 16; second += 1) {
      for (let times = 0; times < 19; times += 1) {
        number += 1;
        const wait = processes.fetch(
          Math.floor(second / 2),
          createSegmentFetch(number),
          second * 1000,
        );
        if (wait === 0) sent += 4;
      }
      processes.publish(second * 1000 + 900);
    }
    // What eight processes allow by themselves: 78 s each.
    expect(sent).toBeLessThan(2 * 78 + 2 * 16);
  });

  it('is delayed at a process that restarts, too', () => {
    const pace = createVideoPace();
    const processes = createProcesses(2, pace);
    let number = 0;
    const fetch = (at: number, nowMs: number) => {
      number += 1;
      return processes.fetch(at, createSegmentFetch(number), nowMs);
    };
    for (let second = 0; second < 5; second += 1) {
      for (let times = 0; times < 8; times += 1) fetch(times, second * 1000);
      processes.publish(second * 1000 + 900);
    }
    processes.restart(1, 5000);
    expect(fetch(1, 5000)).toBe(0);
    for (let second = 5; second < 14; second += 1) {
      for (let times = 0; times < 8; times += 1) fetch(times, second * 1000);
      processes.publish(second * 1000 + 900);
    }
    expect(fetch(1, 14_000)).toBeGreaterThan(2);
    expect(fetch(0, 14_000)).toBeGreaterThan(2);
  });

  it('waits for a delayed segment at every process', () => {
    const pace = createVideoPace();
    const processes = createProcesses(2, pace);
    processes.fetch(1, createSegmentFetch(1), 0);
    processes.publish(0);
    for (let number = 2; number <= 24; number += 1)
      processes.fetch(0, createSegmentFetch(number), 0);
    const again = () => processes.fetch(1, createSegmentFetch(24), 1000);
    processes.publish(900);
    expect(again()).toBeGreaterThan(5);
    expect(again()).toBeLessThanOrEqual(10);
  });
});

interface Portion {
  readonly afterMs: number;
  readonly isHere: boolean;
  readonly segments: number;
}
const portions: fc.Arbitrary<readonly Portion[]> = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 5000 }),
    isHere: fc.boolean(),
    segments: fc.integer({ min: 1, max: 6 }),
  }),
  { minLength: 1, maxLength: 11 },
);

/** Fetches portions at two processes, and at one that sends them all. */
function fetchPortions(all: readonly Portion[]) {
  const pace = createVideoPace({ bufferingGoalSeconds: 300 });
  const begin = () => beginFetching('', 0, createFetchingLearner(0));
  const [here, there, alone] = [begin(), begin(), begin()];
  here.learner.others.set('there', 0);
  there.learner.others.set('here', 0);
  let [nowMs, number] = [0, 0];
  for (const { afterMs, isHere, segments } of all) {
    nowMs += afterMs;
    for (let times = 0; times < segments; times += 1) {
      number += 1;
      for (const fetching of [isHere ? here : there, alone])
        countFetch(fetching, createSegmentFetch(number), pace, nowMs);
    }
  }
  return { pace, here, there, alone, nowMs };
}

const owed = ({ learner }: Fetching) => learner.debts.picture.seconds;

describe('published fetches', () => {
  it('count as much as at one process, and never more', () => {
    fc.assert(
      fc.property(portions, (all) => {
        const { pace, here, there, alone, nowMs } = fetchPortions(all);
        for (const one of takeUnpublished(there, pace, nowMs)) addPublished(here, one, pace, nowMs);
        countFetch(here, createSegmentFetch(0), pace, nowMs);
        countFetch(alone, createSegmentFetch(0), pace, nowMs);
        expect(computeFreshSeconds(here)).toBe(computeFreshSeconds(alone));
        expect(here.tracks.picture.coverage).toEqual(alone.tracks.picture.coverage);
        expect(owed(here)).toBeLessThanOrEqual(owed(alone) + 0.001);
        // By age it is known to five seconds.
        expect(owed(here)).toBeGreaterThanOrEqual(owed(alone) - 10.001);
      }),
      { numRuns: 500 },
    );
  });

  it('count once when they arrive twice or late', () => {
    fc.assert(
      fc.property(portions, fc.integer({ min: 0, max: 60_000 }), (all, lateMs) => {
        const { pace, here, there, nowMs } = fetchPortions(all);
        const published = takeUnpublished(there, pace, nowMs);
        for (const one of published) addPublished(here, one, pace, nowMs);
        const lateOwed = Math.max(0, owed(here) - (lateMs / 1000) * 2);
        const seconds = computeFreshSeconds(here);
        for (const one of [...published, ...published])
          addPublished(here, one, pace, nowMs + lateMs);
        countFetch(here, createSegmentFetch(5000), pace, nowMs + lateMs);
        expect(owed(here)).toBeCloseTo(lateOwed + 4);
        expect(computeFreshSeconds(here)).toBe(seconds + 4);
        // Nothing is left to publish.
        expect(takeUnpublished(there, pace, nowMs)).toEqual([]);
      }),
    );
  });

  it('of an earlier playback session do not begin it again', () => {
    const { pace, here, there } = fetchPortions([{ afterMs: 0, isHere: false, segments: 5 }]);
    countFetch(here, createSegmentFetch(50, 'v720', false, 'p0'), pace, 60_000);
    const published = takeUnpublished(there, pace, 70_000);
    for (const one of published) addPublished(here, one, pace, 70_000);
    expect(here.playbackId).toBe('p0');
    expect(computeFreshSeconds(here)).toBe(4);
    expect(countFetch(here, createSegmentFetch(3, 'v720', false, 'p0'), pace, 70_000)).toBe(0);
    expect(computeFreshSeconds(here)).toBe(4);
  });

  it('say how long ago a page reported, for processes that got no report', () => {
    const { pace, here, there } = fetchPortions([{ afterMs: 0, isHere: false, segments: 5 }]);
    notePageReport(there, 2000);
    for (const one of takeUnpublished(there, pace, 3000)) addPublished(here, one, pace, 500_000);
    expect(here.lastReportMs).toBe(499_000);
  });
});
