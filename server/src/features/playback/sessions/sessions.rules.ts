import type { EncryptionScheme } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaceMatch } from '../../auth/index.ts';
import type { LicencePolicy, PlaybackEnd } from '../../drm/index.ts';
import type { PlaybackEndCause } from '../playback.tables.ts';

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
  /** The copy that it fetches, to be kept on the device; null where it is watched. */
  readonly copyId: string | null;
}

/**
 * Returns null while it may be used, and only by the user, sign-in and device that opened it;
 * otherwise why not. For others it is `over` in every case.
 */
export function findPlaybackEnd(
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

/** Tells whether a user is signed in and has confirmed the password for watching. */
export function hasVideoAccess(signIn: SignIn, now: Date): boolean {
  const { endedAt, expiresAt, accessExpiresAt } = signIn;
  return endedAt === null && now < expiresAt && accessExpiresAt !== null && now < accessExpiresAt;
}

/**
 * Tells whether a manifest, which leads to segments but contains no keys, may be answered at this
 * place. On its device, a playing page continues in another network by the id of its playback
 * session, which a copy of the browser's files does not contain.
 */
export function mayHaveManifest(
  { isNamed, isStarted }: { readonly isNamed: boolean; readonly isStarted: boolean },
  placeMatch: PlaceMatch,
): boolean {
  return placeMatch === 'here' || (placeMatch === 'moved' && isNamed && isStarted);
}
