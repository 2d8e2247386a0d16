import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secondsAfter } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { decideStart, hasVideoAccess, isLiveFor, type PlaybackSession } from './sessions.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const video = { id: randomUUID() };
const userToken = {
  ...{ id: 'token', videoId: video.id, expiresAt: secondsAfter(now, 60) },
  policy: { hdNeedsHardware: false, persistent: false },
};

describe('whether playback may start', () => {
  it('names what the learner can do most about first', () => {
    const endsAt = secondsAfter(now, 60);
    const none = { videoAccessEndsAt: null, video: null, userToken: null };
    expect(decideStart(none, now)).toEqual({ reason: 'access_session_required' });
    expect(decideStart({ ...none, videoAccessEndsAt: endsAt }, now)).toEqual({
      reason: 'video_not_available',
    });
    expect(decideStart({ ...none, videoAccessEndsAt: endsAt, video }, now)).toEqual({
      reason: 'user_token_invalid',
    });
    const all = { videoAccessEndsAt: endsAt, video, userToken };
    expect(decideStart(all, now)).toEqual({ reason: null, video, endsAt, userToken });
  });

  it('starts only when nothing is missing', () => {
    const facts = fc.record({
      videoAccessEndsAt: fc.option(fc.date({ noInvalidDate: true })),
      video: fc.option(fc.constant(video)),
      userToken: fc.option(fc.constant(userToken)),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const isComplete =
          given.videoAccessEndsAt !== null &&
          given.videoAccessEndsAt > now &&
          given.video !== null &&
          given.userToken !== null;
        expect(decideStart(given, now).reason === null).toBe(isComplete);
      }),
    );
  });
});

describe('a playback session', () => {
  const caller: SessionCaller = {
    userId: randomUUID(),
    userType: 'LEARNER',
    sessionId: randomUUID(),
    deviceId: 'device',
    permissions: [],
    adminScope: null,
    mustEnrolSecondFactor: false,
    tokenExpiresAt: secondsAfter(now, 900),
  };
  const playback: PlaybackSession = {
    id: randomUUID(),
    sessionId: caller.sessionId,
    deviceId: caller.deviceId,
    userId: caller.userId,
    videoId: video.id,
    expiresAt: secondsAfter(now, 1),
    endedAt: null,
    policy: userToken.policy,
  };

  it('is live for who opened it, until it expires', () => {
    expect(isLiveFor(playback, caller, now)).toBe(true);
    expect(isLiveFor(playback, caller, playback.expiresAt)).toBe(false);
  });

  it('is over when it was ended', () => {
    expect(isLiveFor({ ...playback, endedAt: now }, caller, now)).toBe(false);
  });

  it.each([
    ['another user', { userId: randomUUID() }],
    ['another sign-in of the same user', { sessionId: randomUUID() }],
    ['another device', { deviceId: 'another' }],
  ])('is nothing to %s', (_, change) => {
    expect(isLiveFor(playback, { ...caller, ...change }, now)).toBe(false);
  });
});

describe('what a playback session rests on', () => {
  const signIn = {
    endedAt: null,
    expiresAt: secondsAfter(now, 1),
    accessExpiresAt: secondsAfter(now, 1),
  };

  it('holds while somebody is signed in and has confirmed the password', () => {
    expect(hasVideoAccess(signIn, now)).toBe(true);
  });

  it.each([
    ['a sign-out', { endedAt: now }],
    ['the end of the sign-in', { expiresAt: now }],
    ['the end of the confirmation', { accessExpiresAt: now }],
    ['a password that was never confirmed', { accessExpiresAt: null }],
  ])('falls with %s', (_, change) => {
    expect(hasVideoAccess({ ...signIn, ...change }, now)).toBe(false);
  });
});
