import type { EncryptionScheme } from '@prahari/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { gather } from '../../../platform/gather/gather.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { LicencePolicy, PlaybackEnd } from '../../drm/index.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';
import { endOf, hasVideoAccess } from './sessions.rules.ts';

export interface LivePlayback {
  readonly end: null;
  readonly videoId: string;
  readonly video: PlayableVideo;
  readonly openedAt: Date;
  readonly expiresAt: Date;
  readonly policy: LicencePolicy;
  readonly scheme: EncryptionScheme;
  /** False while it is only open ahead of a click. */
  readonly isStarted: boolean;
  /** Until when the password is confirmed, by place, in milliseconds of Unix time. */
  readonly accessUntil: Readonly<Record<string, number>>;
}

export interface LivePlaybackDeps extends Pick<PlaybackPorts, 'revocations' | 'videos'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly playbackSessions: PlaybackSessionsRepository;
}

/**
 * Finds a live playback session for manifest, licence and telemetry: it is over unless this very
 * caller opened it, it is neither ended nor expired, and what it rests on still holds: the sign-in,
 * the video-access session, and a video that this user may play.
 */
export function createLivePlayback(deps: LivePlaybackDeps) {
  const find = gather(async (ids: readonly string[]) => {
    const found = await deps.playbackSessions.find(deps.db, ids);
    const byId = new Map(found.map((one) => [one.playback.id, one]));
    return ids.map((id) => byId.get(id));
  });

  return async function livePlayback(
    playbackSessionId: string,
    caller: SessionCaller,
  ): Promise<LivePlayback | { readonly end: PlaybackEnd }> {
    const found = await find(playbackSessionId);
    if (!found) return over;
    const { playback, signIn } = found;
    const now = deps.clock.now();
    const end = endOf(playback, caller, now);
    if (end) return { end };
    if (!hasVideoAccess(signIn, now)) return over;
    if (deps.revocations.isRevoked(playback.sessionId)) return over;
    const video = await deps.videos.playable(found.video, caller);
    if (!video) return over;
    const { videoId, openedAt, expiresAt, policy, scheme, startedAt } = playback;
    const isStarted = startedAt !== null;
    const { accessUntil } = found;
    const facts = { videoId, video, openedAt, expiresAt, policy, scheme, isStarted, accessUntil };
    return { end: null, ...facts };
  };
}

const over = { end: 'over' } as const;

export type FindLivePlayback = ReturnType<typeof createLivePlayback>;

/**
 * Finds the live playback session that gets keys; it is `over` also where the password was not
 * confirmed. A page asks for all keys when it begins, so that it has them if its network changes; a
 * copy of the browser has not.
 */
export function createConfirmedPlayback(
  livePlayback: FindLivePlayback,
  sessionFacts: Pick<PlaybackPorts['sessionFacts'], 'matchPlace'>,
) {
  return async function confirmedPlayback(
    playbackSessionId: string,
    caller: SessionCaller,
    traits: ClientTraits,
  ): ReturnType<FindLivePlayback> {
    const playback = await livePlayback(playbackSessionId, caller);
    if (playback.end !== null) return playback;
    return sessionFacts.matchPlace(playback.accessUntil, traits) === 'here' ? playback : over;
  };
}
