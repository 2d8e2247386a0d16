import type {
  EncryptionScheme,
  IncidentConfidence,
  IncidentSeverity,
  IncidentType,
  OfflineRevocation,
  PlaybackEventName,
} from '@prahari/contract';
import type { Narrow } from '../../platform/db/tables.ts';

/** Why a play ended before its time: a newer one of the same tab or machine, another machine, violations, an audience without the learner. */
export type PlaybackEndCause = 'replaced' | 'moved' | 'terminated' | 'withdrawn';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    playback_sessions: Narrow<
      'playback_sessions',
      { scheme: EncryptionScheme; ended_cause: PlaybackEndCause }
    >;
    playback_events: Narrow<
      'playback_events',
      { event: PlaybackEventName; detail: Record<string, string> }
    >;
    offline_copies: Narrow<'offline_copies', { revoked_for: OfflineRevocation }>;
    security_incidents: Narrow<
      'security_incidents',
      {
        type: IncidentType;
        severity: IncidentSeverity;
        confidence: IncidentConfidence;
        metadata: Record<string, string>;
      }
    >;
  }
}
