import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/clock/clock.ts';
import { decideStart } from './start.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const video = { id: randomUUID() };
const userToken = {
  id: 'token',
  videoId: video.id,
  expiresAt: addSeconds(now, 60),
  policy: { hdNeedsHardware: false, persistent: false, clearKey: true },
};

describe('whether playback may start', () => {
  it('names what the learner can do most about first', () => {
    const endsAt = addSeconds(now, 60);
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
