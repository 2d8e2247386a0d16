import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { decideStart, judgeStart, type StartFacts } from './start.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const video = { id: randomUUID() };
const userToken = {
  id: 'token',
  videoId: video.id,
  expiresAt: addSeconds(now, 60),
  policy: { hdNeedsHardware: false, persistent: false, clearKey: true },
};

const facts: fc.Arbitrary<StartFacts<typeof video>> = fc.record({
  videoAccessEndsAt: fc.option(fc.date({ noInvalidDate: true })),
  video: fc.option(fc.constant(video)),
  userToken: fc.option(fc.constant(userToken)),
  isTerminated: fc.boolean(),
  suspendedUntil: fc.option(fc.date({ noInvalidDate: true })),
  device: fc.constantFrom('desktop' as const, 'tv' as const, 'phone' as const),
});

describe('whether playback may start', () => {
  it('names first the reason that the learner can do most about', () => {
    const endsAt = addSeconds(now, 60);
    const none = {
      videoAccessEndsAt: null,
      video: null,
      userToken: null,
      isTerminated: false,
      suspendedUntil: null,
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
    expect(decideStart({ ...all, suspendedUntil: endsAt }, now)).toEqual({
      reason: 'playback_suspended',
    });
    expect(decideStart({ ...all, suspendedUntil: now }, now).reason).toBeNull();
  });

  it('starts only when nothing is missing', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const isComplete =
          given.videoAccessEndsAt !== null &&
          given.videoAccessEndsAt > now &&
          given.video !== null &&
          given.userToken !== null &&
          !given.isTerminated &&
          (given.suspendedUntil === null || given.suspendedUntil <= now) &&
          given.device !== 'phone';
        expect(decideStart(given, now).reason === null).toBe(isComplete);
      }),
    );
  });

  it('is foreseen as it will be decided, or not known yet', () => {
    const known = fc.subarray([
      'videoAccessEndsAt',
      'video',
      'userToken',
      'isTerminated',
      'suspendedUntil',
      'device',
    ] as const);
    fc.assert(
      fc.property(facts, known, (given, names) => {
        const part = <Name extends keyof typeof given>(name: Name) =>
          names.includes(name) ? given[name] : undefined;
        const foreseen = judgeStart(
          {
            videoAccessEndsAt: part('videoAccessEndsAt'),
            video: part('video'),
            userToken: part('userToken'),
            isTerminated: part('isTerminated'),
            suspendedUntil: part('suspendedUntil'),
            device: part('device'),
          },
          now,
        );
        const decided = judgeStart(given, now);
        expect(foreseen.filter(({ outcome }) => outcome === 'unknown')).toHaveLength(
          6 - names.length,
        );
        for (const [at, { reason, outcome }] of foreseen.entries()) {
          expect(reason).toBe(decided[at]?.reason);
          if (outcome !== 'unknown') expect(outcome).toBe(decided[at]?.outcome);
        }
        const { reason: refused } = decideStart(given, now);
        const first = decided.find(({ outcome }) => outcome === 'fail');
        expect(refused).toBe(first?.reason ?? null);
      }),
    );
  });
});
