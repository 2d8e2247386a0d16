import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { PlaybackPorts } from '../ports.ts';
import type { OpeningRequest } from '../start/open-playback.usecases.ts';
import { severityOf } from '../violations/violations.rules.ts';
import type { IncidentsRepository } from './incidents.repository.ts';

/**
 * Records what the server itself saw: a request to play on a phone or tablet (specification,
 * section 4).
 */
export function createNoteRefusedDevice(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly incidents: Pick<IncidentsRepository, 'add'>;
  readonly videos: Pick<PlaybackPorts['videos'], 'playableVideo'>;
}) {
  return async function noteRefusedDevice(
    caller: SessionCaller,
    videoId: string,
    request: OpeningRequest,
  ): Promise<void> {
    const { userId } = caller;
    const device = request.device === 'phone' ? 'phone' : 'tablet';
    const now = deps.clock.now();
    // Phones are refused before it is asked whether there is such a video for the caller.
    const isTheirs = (await deps.videos.playableVideo(videoId, caller)) !== null;
    await deps.db.transaction().execute(async (trx) => {
      await deps.incidents.add(trx, [
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
          severity: severityOf('mobile_device', 'high'),
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
  };
}
