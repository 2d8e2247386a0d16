import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseDelayMs,
  createPace,
  formatQuota,
  isNearLimit,
  joinQuota,
  type Quota,
  readQuota,
} from './rate-limit.ts';

const quota = (remaining: number, inSeconds: number, limit = 60): Quota => ({
  policy: 'notes',
  limit,
  remaining,
  resetAtMs: inSeconds * 1000,
});

describe('the rules of section 9', () => {
  it.each([
    [100, 11, false],
    [100, 10, true],
    [15, 2, false],
    [15, 1, true],
    [5, 2, false],
    [5, 1, true],
    [5, 0, true],
  ])('of %i calls with %i left, near is %s', (limit, remaining, near) => {
    expect(isNearLimit({ limit, remaining })).toBe(near);
  });

  it.each([
    ['many left', quota(3, 50), 0],
    ['two left, long before the reset', quota(2, 50), 1000],
    ['two left, ten seconds before the reset', quota(2, 10), 1000],
    ['one left, four seconds before the reset', quota(1, 4), 400],
    ['none left', quota(0, 42), 42_000],
    ['none left of a window that is over', quota(0, 0), 0],
  ])('%s', (_, of, delayMs) => {
    expect(chooseDelayMs(of, 0)).toBe(delayMs);
  });

  it('never wait longer than until the reset, and longer the fewer are left', () => {
    const seconds = fc.integer({ min: -5, max: 3600 });
    fc.assert(
      fc.property(fc.nat(50), seconds, fc.nat(5000), (remaining, inSeconds, nowMs) => {
        const delayMs = chooseDelayMs(quota(remaining, inSeconds), nowMs);
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(Math.max(0, inSeconds * 1000 - nowMs));
        expect(delayMs).toBeGreaterThanOrEqual(
          chooseDelayMs(quota(remaining + 1, inSeconds), nowMs),
        );
      }),
    );
  });
});

describe('the headers', () => {
  it('are read as they were written', () => {
    const count = fc.nat(999_999_999);
    fc.assert(
      fc.property(count, count, fc.integer({ min: 0, max: 3600 }), (limit, remaining, t) => {
        const at = { policy: 'a-name', limit, remaining, windowSeconds: 60, secondsToReset: t };
        const { policy, state } = formatQuota(at);
        const resetAtMs = 7 + t * 1000;
        expect(readQuota(policy, state, 7)).toEqual({
          policy: 'a-name',
          limit,
          remaining,
          resetAtMs,
        });
      }),
    );
  });

  it('may hold other fields and further limits, of which the first counts', () => {
    const policy = '"burst";w=60;qu="requests"; q=100, "day";q=5;w=86400';
    expect(readQuota('"burst";q=100;w=60, "day";q=5;w=9', '"burst"; t=3; r=9', 0)).toEqual({
      policy: 'burst',
      limit: 100,
      remaining: 9,
      resetAtMs: 3000,
    });
    // A text among the fields is more than any server here says.
    expect(readQuota(policy, '"burst";r=9;t=3', 0)).toBeNull();
  });

  it.each([
    ['missing', null, null],
    ['half missing', '"a";q=9;w=60', null],
    ['of different limits', '"a";q=9;w=60', '"b";r=1;t=2'],
    ['of a window that lasts for days', '"a";q=9;w=60', '"a";r=0;t=86400'],
    ['negative', '"a";q=9;w=60', '"a";r=-1;t=2'],
    ['of more digits than a number holds', '"a";q=9;w=60', '"a";r=1;t=9999999999'],
    ['of an older draft', '9', '1'],
  ])('say nothing when they are %s', (_, policy, state) => {
    expect(readQuota(policy, state, 0)).toBeNull();
  });

  it('never make the reader fail or wait for more than an hour', () => {
    const field = fc.oneof(
      fc.string(),
      fc.stringMatching(/^"[a-z]{0,3}"(;[qrtw]=-?[0-9]{0,12}){0,4}$/),
    );
    fc.assert(
      fc.property(field, field, (policy, state) => {
        const read = readQuota(policy, state, 0);
        if (read) expect(chooseDelayMs(read, 0)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });
});

it('within a window the smallest number is true, and a new window begins afresh', () => {
  expect(joinQuota(quota(3, 40), quota(5, 41))).toMatchObject({ remaining: 3 });
  expect(joinQuota(quota(5, 40), quota(3, 40))).toMatchObject({ remaining: 3 });
  expect(joinQuota(quota(0, 40), quota(59, 100))).toMatchObject({ remaining: 59 });
});

/** A page and its clock, which goes on when somebody waits. */
function setup() {
  let nowMs = 1000;
  const waits: number[] = [];
  const near: string[] = [];
  const pace = createPace({
    now: () => nowMs,
    async delay(ms) {
      waits.push(ms);
      nowMs += ms;
    },
    onNear: (call, { remaining }) => void near.push(`${call} ${remaining}`),
  });
  const answer = (call: string, remaining: number, inSeconds: number, limit = 20) =>
    pace.note(call, `"notes";q=${limit};w=60`, `"notes";r=${remaining};t=${inSeconds}`);
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { pace, answer, waits, near, later };
}

describe('the pace of a client', () => {
  it('does not wait before it has been told of a limit', async () => {
    const { pace, waits } = setup();
    await pace.take('POST /notes');
    pace.note('POST /notes', null, null);
    await pace.take('POST /notes');
    expect(waits).toEqual([]);
  });

  it('slows down with the last calls, and waits for the reset when none is left', async () => {
    const { pace, answer, waits } = setup();
    answer('POST /notes', 2, 30);
    await pace.take('POST /notes');
    await pace.take('POST /notes');
    await pace.take('POST /notes');
    // Two were slowed down for a second each; the third waited for the rest of the window.
    expect(waits).toEqual([1000, 1000, 28_000]);
    await pace.take('POST /notes');
    expect(waits).toHaveLength(3);
  });

  it('counts calls that are under way, whose answers say no more than was known', async () => {
    const { pace, answer, waits } = setup();
    answer('POST /notes', 4, 30);
    await pace.take('POST /notes');
    await pace.take('POST /notes');
    expect(waits).toEqual([]);
    answer('POST /notes', 3, 30);
    await pace.take('POST /notes');
    expect(waits).toEqual([1000]);
  });

  it('shares a limit among the calls that it counts, and no others', async () => {
    const { pace, answer, waits } = setup();
    answer('POST /notes', 9, 30);
    answer('PUT /notes', 0, 30);
    await pace.take('GET /videos');
    expect(waits).toEqual([]);
    await pace.take('POST /notes');
    expect(waits).toEqual([30_000]);
  });

  it('says once in a window that a limit is almost used up', () => {
    const { answer, near, later } = setup();
    answer('POST /notes', 3, 30);
    answer('POST /notes', 2, 30);
    answer('POST /notes', 1, 29);
    later(31_000);
    answer('POST /notes', 1, 60);
    expect(near).toEqual(['POST /notes 2', 'POST /notes 1']);
  });
});
