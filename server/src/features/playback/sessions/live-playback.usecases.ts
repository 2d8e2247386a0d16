import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlayableVideo } from '../../videos/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { PlaybackSessionsRepository } from './sessions.repository.ts';
import { isLiveFor } from './sessions.rules.ts';

export interface LivePlayback {
  readonly videoId: string;
  readonly video: PlayableVideo;
  readonly expiresAt: Date;
}

export interface LivePlaybackDeps
  extends Pick<PlaybackPorts, 'sessionFacts' | 'revocations' | 'videos'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly playbackSessions: PlaybackSessionsRepository;
}

/**
 * The gate of manifest, licence and telemetry: null unless this very caller opened the playback
 * session, it is neither ended nor expired, and what it rests on still holds: the sign-in, the
 * video-access session, and a video that this user may play.
 */
export function createLivePlayback(deps: LivePlaybackDeps) {
  return async function livePlayback(
    playbackSessionId: string,
    caller: SessionCaller,
  ): Promise<LivePlayback | null> {
    const now = deps.clock.now();
    const playback = await deps.playbackSessions.findById(deps.db, playbackSessionId);
    if (!playback || !isLiveFor(playback, caller, now)) return null;
    if (deps.revocations.isRevoked(playback.sessionId)) return null;
    const accessEndsAt = await deps.sessionFacts.videoAccessExpiresAt(playback.sessionId);
    if (!accessEndsAt || accessEndsAt <= now) return null;
    const { videoId, expiresAt } = playback;
    const video = await deps.videos.playableVideo(videoId, caller);
    return video ? { videoId, video, expiresAt } : null;
  };
}

export type FindLivePlayback = ReturnType<typeof createLivePlayback>;
