import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import { isSurer } from '../downloads/fetching.rules.ts';
import type { SuspectedDownload } from '../downloads/judge-fetching.rules.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { findPlaybackOwner, lockPlaybackOfUser } from '../sessions/sessions.repository.ts';
import { decideSeverity } from '../violations/count-violations.rules.ts';
import { terminateAccess } from '../violations/terminate-access.usecases.ts';
import { findDownloadConfidences, insertIncidents } from './incidents.repository.ts';

/**
 * Records a suspected download, and terminates access where the confidence is high and the policy
 * says so. Nothing is recorded that another process recorded of the same playback session, as sure at
 * least.
 */
export async function recordSuspectedDownload(
  deps: Pick<PlaybackDeps, 'db' | 'clock' | 'systemConfig' | 'playbackRevocations'>,
  download: SuspectedDownload,
): Promise<void> {
  const { playbackId, confidence, fetchedSeconds, withinSeconds, hasReported } = download;
  const ends = deps.systemConfig.current().playback.endDownloads && confidence === 'high';
  const stopped = await deps.db.transaction().execute(async (trx) => {
    const play = await findPlaybackOwner(trx, playbackId);
    if (!play) return [];
    const { userId, videoId } = play;
    await lockPlaybackOfUser(trx, userId);
    const recorded = await findDownloadConfidences(trx, userId, playbackId);
    if (!recorded.every((one) => isSurer(confidence, one))) return [];
    const now = deps.clock.now();
    const id = uuidv7();
    const type = 'download_suspected';
    const severity = decideSeverity(type, confidence);
    await insertIncidents(trx, [
      {
        id,
        client_id: randomUUID(),
        user_id: userId,
        video_id: videoId,
        playback_session_id: playbackId,
        received_at: now,
        occurred_at: now,
        is_violation: false,
        warning_count: 0,
        type,
        confidence,
        severity,
        message: `${fetchedSeconds} s of the video were fetched within ${withinSeconds} s`,
        url: '',
        metadata: JSON.stringify({
          fetchedSeconds: `${fetchedSeconds}`,
          withinSeconds: `${withinSeconds}`,
          heard: `${hasReported}`,
          seenBy: 'server',
        }),
        session_id: play.sessionId,
        device_id: play.deviceId,
        address: play.address,
        user_agent: play.userAgent,
      },
    ]);
    const fact = { incidentId: id, userId, videoId, type, severity, confidence } as const;
    await recordEvent(trx, 'incident.reported', fact, now);
    const raced = { mediaSeconds: fetchedSeconds, elapsedSeconds: withinSeconds };
    const { sessionId, deviceId } = play;
    await recordEvent(
      trx,
      'segments.raced',
      { userId, videoId, playbackSessionId: playbackId, sessionId, deviceId, ...raced },
      now,
    );
    if (!ends || play.isOver) return [];
    const reached = new Map([[videoId, { playbackSessionId: playbackId, count: 0 }]]);
    return terminateAccess(deps, trx, userId, reached);
  });
  deps.playbackRevocations.note(stopped);
}

/** Records a request to play on a phone or tablet, which was refused (specification, section 4). */
export async function recordRefusedDevice(
  deps: Pick<PlaybackDeps, 'db' | 'clock' | 'videos'>,
  caller: SessionCaller,
  videoId: string,
  request: { readonly device: string; readonly traits: ClientTraits },
): Promise<void> {
  const { userId } = caller;
  const device = request.device === 'phone' ? 'phone' : 'tablet';
  const now = deps.clock.now();
  // Phones are refused before the video is looked up for the caller.
  const isTheirs = (await deps.videos.findPlayableVideo(videoId, caller)) !== null;
  await deps.db.transaction().execute(async (trx) => {
    await insertIncidents(trx, [
      {
        id: uuidv7(),
        client_id: randomUUID(),
        user_id: userId,
        video_id: isTheirs ? videoId : null,
        received_at: now,
        occurred_at: now,
        is_violation: false,
        warning_count: 0,
        type: 'mobile_device',
        confidence: 'high',
        severity: decideSeverity('mobile_device', 'high'),
        message: `Playback was refused on a ${device}`,
        url: '',
        metadata: JSON.stringify({ device, seenBy: 'server' }),
        session_id: caller.sessionId,
        device_id: caller.deviceId,
        address: request.traits.address,
        user_agent: request.traits.userAgent,
      },
    ]);
    await recordEvent(trx, 'playback.device-refused', { userId, videoId, device }, now);
  });
}
