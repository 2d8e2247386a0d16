import { describe, expect, it } from 'vitest';
import { createSegmentFetch, createVideoPace } from './fetching.fixture.ts';
import { beginFetching, countFetch, type Fetching, notePageReport } from './fetching.rules.ts';
import { countUnrecordedBare, judgeSilence } from './silence.rules.ts';

const pace = createVideoPace({ progressEverySeconds: 30, bufferingGoalSeconds: 60 });

/** Plays at normal speed from the first segment on. @returns the first judgement that is no null */
function play(
  fetching: Fetching,
  { seconds, reportsUntil }: { seconds: number; reportsUntil: number },
  listeningSinceMs = 0,
) {
  for (let second = 0; second <= seconds; second += 4) {
    countFetch(fetching, createSegmentFetch(1 + second / 4), pace, second * 1000);
    if (second % 60 === 0 && second <= reportsUntil) notePageReport(fetching, second * 1000);
    const silence = judgeSilence(fetching, pace, listeningSinceMs);
    if (silence) return { second, ...silence };
  }
  return null;
}

describe('a page that falls silent', () => {
  it('is noticed when three reports are missing at half speed, and not before', () => {
    expect(play(beginFetching('p1', 0), { seconds: 1200, reportsUntil: 120 })).toEqual({
      second: 300,
      silentSeconds: 180,
      mediaSeconds: 180,
    });
  });

  it('is noticed also when it never reported', () => {
    expect(play(beginFetching('p1', 0), { seconds: 1200, reportsUntil: -1 })).toMatchObject({
      second: 180,
    });
  });

  it('is not accused while it reports, nor while its reports could not arrive', () => {
    expect(play(beginFetching('p1', 0), { seconds: 3000, reportsUntil: 3000 })).toBeNull();
    const deaf = play(beginFetching('p1', 0), { seconds: 1200, reportsUntil: 0 }, 600_000);
    expect(deaf).toMatchObject({ second: 780 });
  });

  it('may fill its buffer during a pause, however slowly', () => {
    const fetching = beginFetching('p1', 0);
    countFetch(fetching, createSegmentFetch(1), pace, 0);
    notePageReport(fetching, 1000);
    for (let number = 2; number <= 19; number += 1) {
      countFetch(fetching, createSegmentFetch(number), pace, number * 60_000);
      expect(judgeSilence(fetching, pace, 0)).toBeNull();
    }
    countFetch(fetching, createSegmentFetch(20), pace, 20 * 60_000);
    expect(judgeSilence(fetching, pace, 0)).not.toBeNull();
  });
});

it('counts each bare request once', () => {
  const fetching = beginFetching('p1', 0);
  for (const isBare of [true, false, true]) {
    countFetch(fetching, createSegmentFetch(1, 'v720', isBare), pace, 0);
  }
  expect(countUnrecordedBare(fetching)).toBe(2);
  fetching.bareRecorded = 2;
  expect(countUnrecordedBare(fetching)).toBe(0);
});
