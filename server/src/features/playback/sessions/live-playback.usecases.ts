import type { EncryptionScheme } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { LicencePolicy, PlaybackEnd } from '../../drm/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import { findGoodCopyEnd } from '../offline/copies.repository.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { playbackUnclear } from './sessions.errors.ts';
import { findLatestPlaybacks } from './sessions.repository.ts';
import { findPlaybackEnd, hasVideoAccess } from './sessions.rules.ts';

export interface LivePlayback {
  readonly end: null;
  readonly videoId: string;
  readonly video: PlayableVideo;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly policy: LicencePolicy;
  readonly scheme: EncryptionScheme;
  /** False while it is only open ahead of a click; what fetches a copy needs no start. */
  readonly isStarted: boolean;
  /** Null where it is watched. */
  readonly copyId: string | null;
  /** Until when the password is confirmed, by place, in milliseconds of Unix time. */
  readonly accessUntil: Readonly<Record<string, number>>;
}

export type LivePlaybackDeps = Pick<
  PlaybackDeps,
  'clock' | 'revocations' | 'videos' | 'findStoredPlayback'
>;
/** One that may get keys, with the end of the copy that it fetches; null where it is watched. */
export interface ConfirmedPlayback extends LivePlayback {
  readonly copyEndsAt: Date | null;
}

type Found = LivePlayback | { readonly end: PlaybackEnd };

const over = { end: 'over' } as const;

/**
 * Finds a live playback session for manifest, licence and telemetry. It counts as over unless this
 * caller opened it with this device and sign-in, it has neither ended nor expired, and the sign-in,
 * the video-access session and the permission to play the video are still valid.
 */
export async function findLivePlayback(
  deps: LivePlaybackDeps,
  playbackSessionId: string,
  caller: SessionCaller,
): Promise<Found> {
  const found = await deps.findStoredPlayback(playbackSessionId);
  if (!found) return over;
  const { playback, signIn } = found;
  const now = deps.clock.now();
  const end = findPlaybackEnd(playback, caller, now);
  if (end) return { end };
  if (!hasVideoAccess(signIn, now)) return over;
  if (deps.revocations.isRevoked(playback.sessionId)) return over;
  const video = await deps.videos.describePlayableVideo(found.video, caller);
  if (!video) return over;
  const { videoId, openedAt, expiresAt, policy, scheme, startedAt, copyId } = playback;
  const isStarted = startedAt !== null || copyId !== null;
  const facts = { videoId, video, openedAt, expiresAt, policy, scheme, isStarted, copyId };
  return { end: null, ...facts, accessUntil: found.accessUntil };
}

/**
 * Finds a live playback session that may get keys: it also counts as over if the password was not
 * confirmed at this place. A page requests all keys at its start, so it still has them when its
 * network changes; a copy of the browser does not.
 */
export async function findConfirmedPlayback(
  deps: LivePlaybackDeps & Pick<PlaybackDeps, 'db' | 'sessionFacts'>,
  playbackSessionId: string,
  caller: SessionCaller,
  traits: ClientTraits,
): Promise<ConfirmedPlayback | { readonly end: PlaybackEnd }> {
  const playback = await findLivePlayback(deps, playbackSessionId, caller);
  if (playback.end !== null) return playback;
  if (deps.sessionFacts.matchPlace(playback.accessUntil, traits) !== 'here') return over;
  if (playback.copyId === null) return { ...playback, copyEndsAt: null };
  const copyEndsAt = await findGoodCopyEnd(deps.db, playback.copyId, caller, deps.clock.now());
  return copyEndsAt === null ? over : { ...playback, copyEndsAt };
}

/**
 * Finds the playback session of a call that names only a video, as the specification's calls do. It
 * has still to be checked by `findLivePlayback`.
 * @returns the one that is open; if none is, the latest, which says why it is over; null without any
 * @throws AppError playback_session_unclear where several are open
 */
export async function findSolePlayback(
  deps: Pick<PlaybackDeps, 'db' | 'clock'>,
  caller: SessionCaller,
  videoId: string,
): Promise<string | null> {
  const now = deps.clock.now();
  const [first, second] = await findLatestPlaybacks(deps.db, caller, videoId, now);
  if (second?.isOpen) throw playbackUnclear();
  return first?.id ?? null;
}
