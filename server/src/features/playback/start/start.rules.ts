import type { DataOf, endpoints } from '@prahari/contract';
import { type DeviceKind, mayPlay } from '../../auth/index.ts';
import type { Drm } from '../../drm/index.ts';

type UserToken = NonNullable<Awaited<ReturnType<Drm['verifyUserToken']>>>;
export type Refusal = NonNullable<DataOf<typeof endpoints.videos.accessValidation>['reason']>;

/** The facts when a user requests to play. */
export interface StartFacts<Video> {
  readonly videoAccessEndsAt: Date | null;
  readonly video: Video | null;
  /** Null unless it is good for this caller and video and opened no playback session yet. */
  readonly userToken: UserToken | null;
  /** Whether violations ended this learner's access to this video. */
  readonly isTerminated: boolean;
  /** Until when all playback of this learner is suspended; null where it isn't. */
  readonly suspendedUntil: Date | null;
  readonly device: DeviceKind;
}

export type StartDecision<Video> =
  | { readonly reason: Refusal }
  | {
      readonly reason: null;
      readonly video: Video;
      readonly endsAt: Date;
      readonly userToken: UserToken;
    };

/** The same without a request: what only the browser sends is missing. */
export type ForeseenFacts = {
  readonly [Name in keyof StartFacts<unknown>]: StartFacts<unknown>[Name] | undefined;
};

/** `unknown`: what is missing decides. */
export type Judgement = 'pass' | 'fail' | 'unknown';

/**
 * Judges each rule of a start. They stand in the order in which the learner can do most about them:
 * a phone, and access that was terminated or suspended, come before the others, so that learners do not confirm their
 * password for nothing.
 */
export function judgeStart(
  facts: ForeseenFacts,
  now: Date,
): readonly { readonly reason: Refusal; readonly outcome: Judgement }[] {
  const { device, isTerminated, suspendedUntil, videoAccessEndsAt, video, userToken } = facts;
  return [
    { reason: 'mobile_device', outcome: judge(device, mayPlay) },
    { reason: 'access_terminated', outcome: judge(isTerminated, (isOver) => !isOver) },
    {
      reason: 'playback_suspended',
      outcome: judge(suspendedUntil, (until) => until === null || until <= now),
    },
    {
      reason: 'access_session_required',
      outcome: judge(videoAccessEndsAt, (endsAt) => endsAt !== null && endsAt > now),
    },
    { reason: 'video_not_available', outcome: judge(video, (found) => found !== null) },
    { reason: 'user_token_invalid', outcome: judge(userToken, (token) => token !== null) },
  ];
}

/** Decides whether playback may start; if not, returns the reason of the first rule that it fails. */
export function decideStart<Video>(facts: StartFacts<Video>, now: Date): StartDecision<Video> {
  const failed = judgeStart(facts, now).find(({ outcome }) => outcome !== 'pass');
  const { videoAccessEndsAt: endsAt, video, userToken } = facts;
  if (failed || !endsAt || !video || !userToken) {
    return { reason: failed?.reason ?? 'user_token_invalid' };
  }
  return { reason: null, video, endsAt, userToken };
}

function judge<Fact>(fact: Fact | undefined, isGood: (fact: Fact) => boolean): Judgement {
  return fact === undefined ? 'unknown' : isGood(fact) ? 'pass' : 'fail';
}
