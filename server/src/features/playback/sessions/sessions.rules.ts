import type { DataOf, EncryptionScheme, endpoints } from '@prahari/contract';
import type { PlaybackEndCause } from '../../../platform/db/tables.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaceMatch } from '../../auth/index.ts';
import type { Drm, LicencePolicy, PlaybackEnd } from '../../drm/index.ts';
import { type DeviceKind, mayPlay } from '../start/device.rules.ts';

export type UserToken = NonNullable<Awaited<ReturnType<Drm['verifyUserToken']>>>;
export type Refusal = NonNullable<DataOf<typeof endpoints.videos.accessValidation>['reason']>;

/** What is known when a user wants to start playing. */
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
 * Decides whether playback may start; if not, the cause that the learner can do most about comes
 * first. But a phone and an access that was ended come before all, so that the password is not
 * confirmed in vain.
 */
export function decideStart<Video>(facts: StartFacts<Video>, now: Date): StartDecision<Video> {
  const { videoAccessEndsAt: endsAt, video, userToken } = facts;
  if (!mayPlay(facts.device)) return { reason: 'mobile_device' };
  if (facts.isTerminated) return { reason: 'access_terminated' };
  if (!endsAt || endsAt <= now) return { reason: 'access_session_required' };
  if (!video) return { reason: 'video_not_available' };
  return userToken ? { reason: null, video, endsAt, userToken } : { reason: 'user_token_invalid' };
}

/** A playback session as it was stored. */
export interface PlaybackSession {
  readonly id: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly videoId: string;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  /** Null until it is played: it may have been opened ahead of a click. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Of the user token that opened it. */
  readonly policy: LicencePolicy;
  /** It gets the keys of this one alone. */
  readonly scheme: EncryptionScheme;
  readonly endedCause: PlaybackEndCause | null;
}

/**
 * Returns null while it may be used, and only by the user, sign-in and device that opened it;
 * otherwise why not. For others it is `over` in every case.
 */
export function endOf(
  playback: PlaybackSession,
  caller: SessionCaller,
  now: Date,
): PlaybackEnd | null {
  const isOwner =
    playback.userId === caller.userId &&
    playback.sessionId === caller.sessionId &&
    playback.deviceId === caller.deviceId;
  if (!isOwner) return 'over';
  if (playback.endedAt === null) return now < playback.expiresAt ? null : 'over';
  const { endedCause } = playback;
  return endedCause === 'terminated' || endedCause === 'moved' ? endedCause : 'over';
}

/** The sign-in that a playback session rests on, as it was stored. */
export interface SignIn {
  readonly endedAt: Date | null;
  readonly expiresAt: Date;
  /** Of the video-access session; null when the password was not confirmed for watching. */
  readonly accessExpiresAt: Date | null;
}

/** True while a user is signed in and has confirmed the password for watching. */
export function hasVideoAccess(signIn: SignIn, now: Date): boolean {
  const { endedAt, expiresAt, accessExpiresAt } = signIn;
  return endedAt === null && now < expiresAt && accessExpiresAt !== null && now < accessExpiresAt;
}

/**
 * Tells whether a manifest, which leads to segments but gives no keys, is answered there. A page
 * that plays goes on in another network, on its device, by the id that it was told: a copy of the
 * browser's files alone does not contain that id.
 */
export function mayHaveManifest(
  { isNamed, isStarted }: { readonly isNamed: boolean; readonly isStarted: boolean },
  placeMatch: PlaceMatch,
): boolean {
  return placeMatch === 'here' || (placeMatch === 'moved' && isNamed && isStarted);
}
