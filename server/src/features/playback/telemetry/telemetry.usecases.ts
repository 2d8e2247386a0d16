import type { BodyOf, endpoints } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { playbackEnded } from '../../drm/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import {
  findLivePlayback,
  findSolePlayback,
  type LivePlayback,
  type LivePlaybackDeps,
} from '../sessions/live-playback.usecases.ts';
import { updateProtectionReport } from '../sessions/sessions.repository.ts';
import { listEvents } from './telemetry.rules.ts';

type BeaconDeps = LivePlaybackDeps & Pick<PlaybackDeps, 'downloadWatch'>;

/**
 * Records the events that a player reports, each once, and the resulting position. Uses the
 * server's times, since learners' clocks may be wrong.
 * @returns whether the video is now completed
 * @throws AppError 403 by `playbackEnded`, 400 playback_session_unclear
 */
export async function recordReport(
  deps: BeaconDeps & Pick<PlaybackDeps, 'db' | 'reportWriter'>,
  caller: SessionCaller,
  videoId: string,
  report: BodyOf<typeof endpoints.videos.analytics>,
): Promise<boolean> {
  const { userId } = caller;
  const id = report.playbackSession ?? (await findSolePlayback(deps, caller, videoId));
  if (id === null) throw playbackEnded('over');
  const { openedAt, video } = await requireLivePlayback(deps, caller, videoId, id);
  const now = deps.clock.now();
  const events = listEvents(report).map(({ timestamp, detail = {}, ...event }) => ({
    ...event,
    playbackSessionId: id,
    openedAt,
    userId,
    videoId,
    detail,
    happenedAt: new Date(timestamp),
    receivedAt: now,
  }));
  return deps.reportWriter.writeReport({
    userId,
    videoId,
    playbackSessionId: id,
    openedAt,
    durationSeconds: video.durationSeconds,
    events,
    now,
  });
}

/** Stores what protects a playback session, as its player claims. @throws AppError 403 */
export async function recordProtection(
  deps: BeaconDeps & Pick<PlaybackDeps, 'db'>,
  caller: SessionCaller,
  videoId: string,
  { playbackSession: id, ...protection }: BodyOf<typeof endpoints.videos.protection>,
): Promise<void> {
  await requireLivePlayback(deps, caller, videoId, id);
  await updateProtectionReport(deps.db, id, protection, deps.clock.now());
}

async function requireLivePlayback(
  deps: BeaconDeps,
  caller: SessionCaller,
  videoId: string,
  id: string,
): Promise<LivePlayback> {
  const playback = await findLivePlayback(deps, id, caller);
  if (playback.end !== null) throw playbackEnded(playback.end);
  if (playback.videoId !== videoId) throw playbackEnded('over');
  deps.downloadWatch.noteBeacon({ sessionId: caller.sessionId, videoId, playbackId: id });
  return playback;
}
