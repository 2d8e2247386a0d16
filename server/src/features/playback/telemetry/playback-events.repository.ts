import { sql } from 'kysely';
import type { DailyTable } from '../../../platform/db/daily-partitions.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { Span } from '../progress/watched.rules.ts';
import { readMeasures, type TelemetryEvent } from './telemetry.rules.ts';

export const playbackEventsTable: DailyTable = {
  name: 'playback_events',
  strays: { table: 'playback_events_default', column: 'opened_at' },
};

/**
 * Inserts events into a partition for each day.
 * @returns ids of those that were not stored yet
 */
export async function insertPlaybackEvents(
  trx: Trx,
  events: readonly TelemetryEvent[],
): Promise<ReadonlySet<string>> {
  const added = await trx
    .insertInto('playback_events')
    .values(
      events.map((event) => {
        const measures = readMeasures(event);
        return {
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
          start_ms: measures.startMs,
          start_parts: measures.startParts === null ? null : [...measures.startParts],
          stall_ms: measures.stallMs,
          kbps: measures.kbps,
          frames: measures.frames,
          dropped_frames: measures.droppedFrames,
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['opened_at', 'playback_session_id', 'id']).doNothing(),
    )
    .returning('id')
    .execute();
  return new Set(added.map(({ id }) => id));
}

/** Adds to events which part of the video was watched up to them. */
export async function updateSeen(
  trx: Trx,
  events: readonly TelemetryEvent[],
  seen: readonly (Span | null)[],
): Promise<void> {
  const parts = events.flatMap(({ id, openedAt, playbackSessionId }, at) => {
    const [from, to] = seen[at] ?? [];
    return from === undefined ? [] : [{ id, openedAt, playbackSessionId, from, to }];
  });
  if (parts.length === 0) return;
  await sql`UPDATE playback_events AS event SET seen_from = part.from, seen_to = part.to
    FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS part (id uuid,
      "openedAt" timestamptz, "playbackSessionId" uuid, "from" float8, "to" float8)
    WHERE event.opened_at = part."openedAt" AND event.id = part.id
      AND event.playback_session_id = part."playbackSessionId"`.execute(trx);
}

/** Ten times what an hour of jumping about leaves. */
const mostEvents = 5000;

/** Sums over how many seconds of the video the page of a playback session says that it jumped. */
export async function sumJumpedSeconds(db: DbOrTrx, playbackId: string): Promise<number> {
  // A browser writes where it jumped from: a value that is no number counts as the beginning.
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(sum(least(abs(said.position_seconds - CASE
      WHEN said.detail->>'from' ~ '^[0-9]{1,6}([.][0-9]{1,3})?$'
      THEN (said.detail->>'from')::float8 ELSE 0 END), 86400)), 0)::float8 AS seconds
    FROM playback_sessions AS playback
    CROSS JOIN LATERAL (
      SELECT event, position_seconds, detail FROM playback_events
      WHERE opened_at = playback.opened_at AND playback_session_id = playback.id
      LIMIT ${mostEvents}
    ) AS said
    WHERE playback.id = ${playbackId} AND said.event = 'seek'`.execute(db);
  return rows[0]?.seconds ?? 0;
}
