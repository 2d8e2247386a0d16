import { expect, it } from 'vitest';
import {
  acceptsViews,
  clipMoment,
  computeCopyEnd,
  findRevocation,
  judgeCopy,
} from './copies.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 86_400_000);

it('ends a copy after seven days, or with the publication of its video', () => {
  expect(computeCopyEnd(now, null)).toEqual(day(7));
  expect(computeCopyEnd(now, day(8))).toEqual(day(7));
  expect(computeCopyEnd(now, day(2))).toEqual(day(2));
});

it.each([
  [day(1), null, 'valid'],
  [now, null, 'expired'],
  [day(1), 'replaced', 'revoked'],
  [day(-1), 'administrator', 'revoked'],
] as const)('that ends at %s and is revoked for %s is %s', (expiresAt, revokedFor, state) => {
  expect(judgeCopy({ expiresAt, revokedFor }, now)).toBe(state);
});

it.each([
  [{}, null],
  [{ isAllowed: false, isTerminated: true }, 'administrator'],
  [{ isTerminated: true, isPlayable: false }, 'access_terminated'],
  [{ isSuspended: true, isPlayable: false }, 'playback_suspended'],
  [{ isPlayable: false }, 'video_not_available'],
] as const)('with %o is revoked for %s', (change, reason) => {
  const good = { isAllowed: true, isTerminated: false, isSuspended: false, isPlayable: true };
  expect(findRevocation({ ...good, ...change })).toBe(reason);
});

it('accepts views until seven days after its end', () => {
  expect(acceptsViews({ expiresAt: day(-6) }, now)).toBe(true);
  expect(acceptsViews({ expiresAt: day(-7) }, now)).toBe(false);
});

it('clips a reported time to the life of the copy', () => {
  expect(clipMoment(day(-5), day(-2), now)).toEqual(day(-2));
  expect(clipMoment(day(-1), day(-2), now)).toEqual(day(-1));
  expect(clipMoment(day(1), day(-2), now)).toEqual(now);
});
