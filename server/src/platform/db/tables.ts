import type {
  AuditAction,
  Chapter,
  DrmSystem,
  EncryptionScheme,
  FullDisk,
  IncidentConfidence,
  IncidentSeverity,
  IncidentType,
  LeftOutTrack,
  PersistenceEvent,
  PlaybackEventName,
  ProcessingStep,
  ProcessingStepState,
  UploadJob,
} from '@prahari/contract';
import type { ColumnType, Selectable } from 'kysely';
import type { NarrowedTable } from './columns.ts';
import type { DB } from './tables.generated.ts';

/** Why a play ended before its time: a newer one of the same tab or machine, another machine, violations, an audience without the learner. */
export type PlaybackEndCause = 'replaced' | 'moved' | 'terminated' | 'withdrawn';

export type Narrow<
  Name extends keyof DB,
  Values extends { [Column in keyof Values]: Column extends keyof DB[Name] ? unknown : never },
> = NarrowedTable<DB[Name], Values>;

/**
 * The tables as SQL sees them. Their columns stand in `tables.generated.ts`, made from `migrations/`
 * by `npm run tables`. Here and in a feature's `x.tables.ts` stands only what the database has no
 * type for: which words a text may be, and what JSON holds.
 */
export interface Tables extends DB {
  admin_audit: Narrow<
    'admin_audit',
    { action: AuditAction; before: Record<string, unknown>; after: Record<string, unknown> }
  >;

  videos: Narrow<
    'videos',
    {
      status: 'empty' | 'processing' | 'ready' | 'failed';
      difficulty: 'beginner' | 'intermediate' | 'advanced';
      type: 'lecture' | 'practical' | 'discussion' | 'revision';
      chapters: Chapter[];
      left_out: LeftOutTrack[];
      /** The preferred first. */
      encryption_schemes: EncryptionScheme[];
      /** Made by the database from the other columns. */
      search_text: ColumnType<string, never, never>;
    }
  >;
  content_keys: Narrow<
    'content_keys',
    { quality_class: 'AUDIO' | 'SD' | 'HD'; scheme: EncryptionScheme }
  >;
  key_renewals: Narrow<
    'key_renewals',
    { state: 'waiting' | 'done' | 'failed'; disk_wait: FullDisk }
  >;
  poster_choices: Narrow<'poster_choices', { state: 'waiting' | 'failed'; disk_wait: FullDisk }>;
  upload_jobs: Narrow<
    'upload_jobs',
    { state: UploadJob['state']; step: ProcessingStep; disk_wait: FullDisk }
  >;
  processing_steps: Narrow<
    'processing_steps',
    { step: ProcessingStep; state: ProcessingStepState }
  >;
  processing_log: Narrow<'processing_log', { step: ProcessingStep }>;

  playback_sessions: Narrow<
    'playback_sessions',
    { scheme: EncryptionScheme; ended_cause: PlaybackEndCause }
  >;
  playback_events: Narrow<
    'playback_events',
    { event: PlaybackEventName; detail: Record<string, string> }
  >;
  security_incidents: Narrow<
    'security_incidents',
    {
      type: IncidentType;
      severity: IncidentSeverity;
      confidence: IncidentConfidence;
      metadata: Record<string, string>;
    }
  >;

  drm_providers: Narrow<'drm_providers', { drm_system: 'widevine' | 'playready' | 'fairplay' }>;
  drm_licences: Narrow<'drm_licences', { drm_system: DrmSystem }>;
  drm_licence_counts: Narrow<
    'drm_licence_counts',
    { drm_system: DrmSystem; outcome: 'issued' | 'refused' | 'failed' }
  >;
  drm_persistence_events: Narrow<
    'drm_persistence_events',
    {
      event_type: PersistenceEvent['eventType'];
      persistence_status: PersistenceEvent['persistenceStatus'];
    }
  >;
}

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
