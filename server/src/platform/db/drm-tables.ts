import type { DrmSystem, PersistenceEvent } from '@prahari/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, Optional } from './columns.ts';

/** Of licences and of who makes them. */
export interface DrmTables {
  drm_providers: {
    drm_system: 'widevine' | 'playready' | 'fairplay';
    version: number;
    enabled: boolean;
    settings: ColumnType<unknown, string, string>;
    fair_play: ColumnType<unknown, string | null, string | null>;
    /** JSON of all secrets of the driver. */
    sealed_secrets: Buffer;
    updated_at: Instant;
    updated_by: Optional<string>;
  };
  drm_licences: {
    playback_session_id: string;
    drm_system: DrmSystem;
    user_id: string;
    session_id: string;
    device_id: string;
    video_id: string;
    persistent: boolean;
    created_at: Instant;
    expires_at: Instant;
    requests: Generated<number>;
  };
  drm_persistence_events: {
    id: string;
    received_at: Instant;
    happened_at: Instant;
    user_id: string;
    session_id: string;
    video_id: string;
    event_type: PersistenceEvent['eventType'];
    request_number: number;
    network_call: boolean;
    persistence_status: PersistenceEvent['persistenceStatus'];
    details: ColumnType<unknown, string, never>;
  };
  drm_licence_counts: {
    hour: Instant;
    drm_system: DrmSystem;
    outcome: 'issued' | 'refused' | 'failed';
    reason: string;
    count: string;
  };
}
