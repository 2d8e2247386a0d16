import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secondsAfter } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { decideStart, endOf, hasVideoAccess, type PlaybackSession } from './sessions.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const video = { id: randomUUID() };
const userToken = {
  id: 'token',
  videoId: video.id,
  expiresAt: secondsAfter(now, 60),
  policy: { hdNeedsHardware: false, persistent: false, clearKey: true },
};

describe('whether playback may start', () => {
  it('names what the learner can do most about first', () => {
    const endsAt = secondsAfter(now, 60);
    const none = {
      videoAccessEndsAt: null,
      video: null,
      userToken: null,
      isTerminated: false,
      device: 'desktop' as const,
    };
    expect(decideStart(none, now)).toEqual({ reason: 'access_session_required' });
    expect(decideStart({ ...none, videoAccessEndsAt: endsAt }, now)).toEqual({
      reason: 'video_not_available',
    });
    expect(decideStart({ ...none, videoAccessEndsAt: endsAt, video }, now)).toEqual({
      reason: 'user_token_invalid',
    });
    const all = { ...none, videoAccessEndsAt: endsAt, video, userToken };
    expect(decideStart(all, now)).toEqual({ reason: null, video, endsAt, userToken });
    expect(decideStart({ ...all, isTerminated: true, device: 'tablet' }, now)).toEqual({
      reason: 'mobile_device',
    });
    expect(decideStart({ ...all, isTerminated: true }, now)).toEqual({
      reason: 'access_terminated',
    });
  });

  it('starts only when nothing is missing', () => {
    const facts = fc.record({
      videoAccessEndsAt: fc.option(fc.date({ noInvalidDate: true })),
      video: fc.option(fc.constant(video)),
      userToken: fc.option(fc.constant(userToken)),
      isTerminated: fc.boolean(),
      device: fc.constantFrom('desktop' as const, 'tv' as const, 'phone' as const),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const isComplete =
          given.videoAccessEndsAt !== null &&
          given.videoAccessEndsAt > now &&
          given.video !== null &&
          given.userToken !== null &&
          !given.isTerminated &&
          given.device !== 'phone';
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
    isBound: false,
    tokenExpiresAt: secondsAfter(now, 900),
  };
  const playback: PlaybackSession = {
    id: randomUUID(),
    sessionId: caller.sessionId,
    deviceId: caller.deviceId,
    userId: caller.userId,
    videoId: video.id,
    openedAt: now,
    expiresAt: secondsAfter(now, 1),
    startedAt: null,
    endedAt: null,
    policy: userToken.policy,
    scheme: 'cbcs',
    endedCause: null,
  };

  const ended = (endedCause: PlaybackSession['endedCause']) => ({
    ...playback,
    endedAt: now,
    endedCause,
  });

  it('is live for who opened it, until it expires', () => {
    expect(endOf(playback, caller, now)).toBeNull();
    expect(endOf(playback, caller, playback.expiresAt)).toBe('over');
  });

  it('says why it ended, where the learner can do something about it', () => {
    expect(endOf(ended(null), caller, now)).toBe('over');
    expect(endOf(ended('replaced'), caller, now)).toBe('over');
    expect(endOf(ended('moved'), caller, now)).toBe('moved');
    expect(endOf(ended('terminated'), caller, now)).toBe('terminated');
  });

  it.each([
    ['another user', { userId: randomUUID() }],
    ['another sign-in of the same user', { sessionId: randomUUID() }],
    ['another device', { deviceId: 'another' }],
  ])('is over, whatever it is, to %s', (_, change) => {
    for (const one of [playback, ended('moved'), ended('terminated')]) {
      expect(endOf(one, { ...caller, ...change }, now)).toBe('over');
    }
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
