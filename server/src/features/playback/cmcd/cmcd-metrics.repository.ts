import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { CmcdMetrics } from './cmcd-metrics.rules.ts';

export interface CmcdMetricsOf extends CmcdMetrics {
  readonly sessionId: string;
  readonly videoId: string;
}

/**
 * Adds metrics to the playback sessions that are open for these videos in these sign-ins, all in
 * one statement. Metrics that belong to none are dropped: they arrived after the end.
 */
export async function addCmcdMetrics(
  db: Db,
  given: readonly CmcdMetricsOf[],
  now: Date,
): Promise<void> {
  if (given.length === 0) return;
  await sql`
    INSERT INTO playback_supply AS kept (playback_session_id, requests, reports, foreign_reports,
      starved, urgent, bitrate_sum_kbps, bitrates, throughput_sum_kbps, throughputs,
      least_buffer_ms, first_at, last_at)
    SELECT playback.id, given.requests, given.reports,
      CASE WHEN given."playbackId" = playback.id::text THEN 0 ELSE given.reports END,
      given.starved, given.urgent, given."bitrateSumKbps", given.bitrates,
      given."throughputSumKbps", given.throughputs, given."leastBufferMs", ${now}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given ("sessionId" uuid,
      "videoId" uuid, "playbackId" text, requests bigint, reports bigint, starved bigint,
      urgent bigint, "bitrateSumKbps" bigint, bitrates bigint, "throughputSumKbps" bigint,
      throughputs bigint, "leastBufferMs" integer)
    JOIN playback_sessions AS playback ON playback.session_id = given."sessionId"
      AND playback.video_id = given."videoId" AND playback.ended_at IS NULL AND playback.started_at IS NOT NULL
    ORDER BY playback.id
    ON CONFLICT (playback_session_id) DO UPDATE SET
      requests = kept.requests + excluded.requests,
      reports = kept.reports + excluded.reports,
      foreign_reports = kept.foreign_reports + excluded.foreign_reports,
      starved = kept.starved + excluded.starved,
      urgent = kept.urgent + excluded.urgent,
      bitrate_sum_kbps = kept.bitrate_sum_kbps + excluded.bitrate_sum_kbps,
      bitrates = kept.bitrates + excluded.bitrates,
      throughput_sum_kbps = kept.throughput_sum_kbps + excluded.throughput_sum_kbps,
      throughputs = kept.throughputs + excluded.throughputs,
      least_buffer_ms = least(kept.least_buffer_ms, excluded.least_buffer_ms),
      last_at = excluded.last_at`.execute(db);
}
