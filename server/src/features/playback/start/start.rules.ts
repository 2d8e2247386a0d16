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

/**
 * Decides whether playback may start; if not, returns first the reason that the learner can do most
 * about. A phone and terminated access come before the others, so that learners do not confirm
 * their password for nothing.
 */
export function decideStart<Video>(facts: StartFacts<Video>, now: Date): StartDecision<Video> {
  const { videoAccessEndsAt: endsAt, video, userToken } = facts;
  if (!mayPlay(facts.device)) return { reason: 'mobile_device' };
  if (facts.isTerminated) return { reason: 'access_terminated' };
  if (!endsAt || endsAt <= now) return { reason: 'access_session_required' };
  if (!video) return { reason: 'video_not_available' };
  return userToken ? { reason: null, video, endsAt, userToken } : { reason: 'user_token_invalid' };
}
