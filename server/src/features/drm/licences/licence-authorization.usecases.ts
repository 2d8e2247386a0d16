import { type DrmSystem, idSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { DrmDeps } from '../drm.deps.ts';
import { nameEndReason, playbackEnded, playbackNotNamed } from '../drm.errors.ts';
import type { LivePlaybackFacts } from '../ports.ts';

/**
 * Finds the playback session that a licence request is for, by its id or by its video alone.
 * @param named.videoId from the header of the specification; only a claim
 * @returns an id that still has to be authorized
 * @throws AppError 400 where it is not named, or playback_session_unclear; 403 by `playbackEnded`
 */
export async function findRequestedPlayback(
  deps: Pick<DrmDeps, 'findSolePlayback' | 'licenceRecorder'>,
  system: DrmSystem,
  caller: SessionCaller,
  named: { readonly playbackSession?: string | undefined; readonly videoId: string | undefined },
): Promise<string> {
  if (named.playbackSession !== undefined) return named.playbackSession;
  const videoId = z.safeParse(idSchema, named.videoId);
  if (!videoId.success) throw playbackNotNamed();
  const id = await deps.findSolePlayback(caller, videoId.data);
  if (id !== null) return id;
  await deps.licenceRecorder.recordRefused(system, caller, null, nameEndReason('over'));
  throw playbackEnded('over');
}

/**
 * Authorizes a caller to have licences for a playback session. A licence for another user, another
 * sign-in or another device than those that opened the session is refused like one for a session
 * that is over.
 * @throws AppError 403 by `playbackEnded`
 */
export async function authorizeLicence(
  deps: Pick<DrmDeps, 'findConfirmedPlayback' | 'licenceRecorder'>,
  system: DrmSystem,
  caller: SessionCaller,
  { playbackSessionId, traits }: { readonly playbackSessionId: string; traits: ClientTraits },
): Promise<LivePlaybackFacts> {
  const playback = await deps.findConfirmedPlayback(playbackSessionId, caller, traits);
  if (playback.end === null) return playback;
  // Recorded without the id, which is only a claim and may belong to another user.
  await deps.licenceRecorder.recordRefused(system, caller, null, nameEndReason(playback.end));
  throw playbackEnded(playback.end);
}

/**
 * Starts a playback session that was opened ahead of a click, with its first licence.
 * @throws AppError 403 too_many_streams
 */
export async function startUnlessStarted(
  deps: Pick<DrmDeps, 'startPlayback'>,
  { userId, sessionId }: SessionCaller,
  playbackSessionId: string,
  playback: Pick<LivePlaybackFacts, 'isStarted' | 'videoId'>,
): Promise<void> {
  if (playback.isStarted) return;
  const { videoId } = playback;
  await deps.startPlayback({ id: playbackSessionId, sessionId, userId, videoId });
}
