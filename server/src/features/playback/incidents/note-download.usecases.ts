import { randomUUID } from 'node:crypto';
import type { IncidentConfidence } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { LiveConfig } from '../../../platform/system-config/system-config.ts';
import type { PlaybackSessionsRepository } from '../sessions/sessions.repository.ts';
import type { PlaybackStops } from '../sessions/stops.adapter.ts';
import { type EndAccessDeps, endAccess } from '../violations/terminate-access.usecases.ts';
import { severityOf } from '../violations/violations.rules.ts';
import type { IncidentsRepository } from './incidents.repository.ts';

/** What the server saw of a lesson that is fetched faster than it plays, or by no player. */
export interface SeenDownload {
  readonly playbackId: string;
  readonly confidence: IncidentConfidence;
  /** Media seconds, and in how many seconds they were fetched. */
  readonly fetchedSeconds: number;
  readonly withinSeconds: number;
  /** Whether the page of the playback ever reported. */
  readonly isHeard: boolean;
}

export interface NoteDownloadDeps extends EndAccessDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly systemConfig: LiveConfig;
  readonly incidents: Pick<IncidentsRepository, 'add'>;
  readonly playbackSessions: Pick<
    PlaybackSessionsRepository,
    'signInOf' | 'lockUser' | 'endOfVideos'
  >;
  readonly stops: Pick<PlaybackStops, 'tell' | 'note'>;
}

/** Records a suspected download; where the policy says so and nothing speaks against it, access ends. */
export function createNoteDownload(deps: NoteDownloadDeps) {
  const { db, clock, incidents, playbackSessions } = deps;
  return async function noteDownload(seen: SeenDownload): Promise<void> {
    const { playbackId, confidence, fetchedSeconds, withinSeconds, isHeard } = seen;
    const ends = deps.systemConfig.current().playback.endDownloads && confidence === 'high';
    const stopped = await db.transaction().execute(async (trx) => {
      const play = await playbackSessions.signInOf(trx, playbackId);
      if (!play) return [];
      const { userId, videoId } = play;
      await playbackSessions.lockUser(trx, userId);
      const now = clock.now();
      const id = uuidv7();
      const type = 'download_suspected';
      const severity = severityOf(type, confidence);
      await incidents.add(trx, [
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
            heard: `${isHeard}`,
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
      if (!ends || play.isOver) return [];
      return endAccess(
        deps,
        trx,
        userId,
        new Map([[videoId, { playbackSessionId: playbackId, count: 0 }]]),
      );
    });
    deps.stops.note(stopped);
  };
}
