import type { EncryptionScheme } from '@prahari/contract';
import type { ColumnType } from 'kysely';
import type { Instant, Optional, OptionalInstant } from './columns.ts';
import type { PlaybackEndCause } from './incident-tables.ts';

/** Who plays what, how it went, and where each learner left off. */
export interface PlaybackTables {
  playback_sessions: {
    id: string;
    session_id: string;
    /** The key that opened it: RFC 7638 thumbprint. */
    device_id: string;
    user_id: string;
    video_id: string;
    /** Shown in the watermark; leads an administrator to learner, session and time. */
    code: string;
    opened_at: Instant;
    /** Null for what was opened ahead of a click and has not been played. */
    started_at: OptionalInstant;
    expires_at: Instant;
    ended_at: OptionalInstant;
    /** Null for sessions from before tokens were used up. */
    user_token_id: Optional<string>;
    scheme: ColumnType<EncryptionScheme, EncryptionScheme | undefined, never>;
    licence_policy: ColumnType<unknown, string | undefined, never>;
    ended_cause: Optional<PlaybackEndCause>;
    /** When it last said that it plays; null once it said that it does not. */
    last_active_at: OptionalInstant;
    protection: ColumnType<unknown, string | undefined, string>;
    protection_at: OptionalInstant;
  };
  /** What players reported with their requests for segments; sums. */
  playback_supply: {
    playback_session_id: string;
    requests: string;
    reports: string;
    foreign_reports: string;
    starved: string;
    urgent: string;
    bitrate_sum_kbps: string;
    bitrates: string;
    throughput_sum_kbps: string;
    throughputs: string;
    least_buffer_ms: number | null;
    first_at: Instant;
    last_at: Instant;
  };
  video_views: {
    video_id: string;
    part: number;
    views: string;
  };
  lesson_notes: {
    id: string;
    user_id: string;
    video_id: string;
    position_seconds: number;
    text: string;
    created_at: Instant;
    updated_at: Instant;
  };
  playback_positions: {
    user_id: string;
    video_id: string;
    position_seconds: number;
    updated_at: Instant;
    /** What was seen of it, by the rules of `watched.rules.ts`. */
    watched: ColumnType<unknown, string | undefined, string>;
    completed_at: OptionalInstant;
  };
}
