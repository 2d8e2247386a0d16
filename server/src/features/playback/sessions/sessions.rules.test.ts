import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/clock/clock.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { findPlaybackEnd, hasVideoAccess, type PlaybackSession } from './sessions.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
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
    tokenExpiresAt: addSeconds(now, 900),
  };
  const playback: PlaybackSession = {
    id: randomUUID(),
    sessionId: caller.sessionId,
    deviceId: caller.deviceId,
    userId: caller.userId,
    videoId: randomUUID(),
    openedAt: now,
    expiresAt: addSeconds(now, 1),
    startedAt: null,
    endedAt: null,
    policy: { hdNeedsHardware: false, persistent: false, clearKey: true },
    scheme: 'cbcs',
    endedCause: null,
    copyId: null,
  };

  const ended = (endedCause: PlaybackSession['endedCause']) => ({
    ...playback,
    endedAt: now,
    endedCause,
  });

  it('is live for the user who opened it, until it expires', () => {
    expect(findPlaybackEnd(playback, caller, now)).toBeNull();
    expect(findPlaybackEnd(playback, caller, playback.expiresAt)).toBe('over');
  });

  it('says why it ended, where the learner can do something about it', () => {
    expect(findPlaybackEnd(ended(null), caller, now)).toBe('over');
    expect(findPlaybackEnd(ended('replaced'), caller, now)).toBe('over');
    expect(findPlaybackEnd(ended('moved'), caller, now)).toBe('moved');
    expect(findPlaybackEnd(ended('terminated'), caller, now)).toBe('terminated');
  });

  it.each([
    ['another user', { userId: randomUUID() }],
    ['another sign-in of the same user', { sessionId: randomUUID() }],
    ['another device', { deviceId: 'another' }],
  ])('is over, whatever it is, to %s', (_, change) => {
    for (const one of [playback, ended('moved'), ended('terminated')]) {
      expect(findPlaybackEnd(one, { ...caller, ...change }, now)).toBe('over');
    }
  });
});

describe('the conditions of a playback session', () => {
  const signIn = {
    endedAt: null,
    expiresAt: addSeconds(now, 1),
    accessExpiresAt: addSeconds(now, 1),
  };

  it('hold while the user is signed in and has confirmed the password', () => {
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
