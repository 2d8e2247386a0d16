import type {
  IncidentConfidence,
  IncidentSeverity,
  IncidentType,
  PlaybackEventName,
} from '@prahari/contract';
import type { ColumnType } from 'kysely';
import type { Instant, Optional, OptionalInstant } from './columns.ts';

/** Why a play ended before its time: a newer one of the same tab or machine, another machine, violations, an audience without the learner. */
export type PlaybackEndCause = 'replaced' | 'moved' | 'terminated' | 'withdrawn';

/** What players saw, and what came of it. */
export interface IncidentTables {
  security_incidents: {
    id: string;
    client_id: string;
    user_id: string;
    received_at: Instant;
    occurred_at: Instant;
    type: IncidentType;
    severity: IncidentSeverity;
    confidence: IncidentConfidence;
    is_violation: boolean;
    message: string;
    warning_count: number;
    url: string;
    metadata: ColumnType<Record<string, string>, string, never>;
    video_id: Optional<string>;
    playback_session_id: Optional<string>;
    session_id: string;
    device_id: string;
    address: string;
    user_agent: string;
  };
  playback_events: {
    opened_at: Instant;
    playback_session_id: string;
    id: string;
    user_id: string;
    video_id: string;
    event: PlaybackEventName;
    position_seconds: number;
    duration_seconds: number;
    happened_at: Instant;
    received_at: Instant;
    detail: ColumnType<Record<string, string>, string, never>;
  };
  /** Events of days that have no partition of their own. */
  playback_events_default: IncidentTables['playback_events'];
  video_terminations: {
    id: string;
    user_id: string;
    video_id: string;
    playback_session_id: Optional<string>;
    violations: number;
    terminated_at: Instant;
    lifted_at: OptionalInstant;
    lifted_by: Optional<string>;
    lift_reason: Optional<string>;
  };
}
