import type { Trx } from '../../../platform/db/database.ts';
import type { TelemetryEvent, TelemetrySink } from './telemetry.rules.ts';

/** Events of playbacks in PostgreSQL, in a partition for each day. */
export function createPlaybackEventsRepository(): TelemetrySink {
  return {
    async write(trx: Trx, events: readonly TelemetryEvent[]): Promise<ReadonlySet<string>> {
      const added = await trx
        .insertInto('playback_events')
        .values(
          events.map((event) => ({
            opened_at: event.openedAt,
            playback_session_id: event.playbackSessionId,
            id: event.id,
            user_id: event.userId,
            video_id: event.videoId,
            event: event.event,
            position_seconds: event.position,
            duration_seconds: event.duration,
            happened_at: event.happenedAt,
            received_at: event.receivedAt,
            detail: JSON.stringify(event.detail),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['opened_at', 'playback_session_id', 'id']).doNothing(),
        )
        .returning('id')
        .execute();
      return new Set(added.map(({ id }) => id));
    },
  };
}
