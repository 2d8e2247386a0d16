import type {
  AdminScope,
  AuditAction,
  Chapter,
  ColumnMapping,
  DrmSystem,
  EncryptionScheme,
  ErrorCategory,
  FullDisk,
  ImportColumn,
  ImportFailure,
  IncidentConfidence,
  IncidentSeverity,
  IncidentType,
  LeftOutTrack,
  LoginEventKind,
  LogLevel,
  Permission,
  PersistenceEvent,
  PlaybackEventName,
  ProcessingStep,
  ProcessingStepState,
  RowProblem,
  SessionEndCause,
  UploadJob,
} from '@prahari/contract';
import type { ColumnType } from 'kysely';
import type { NarrowedTable } from './columns.ts';
import type { DB } from './tables.generated.ts';

/** Why a play ended before its time: a newer one of the same tab or machine, another machine, violations, an audience without the learner. */
export type PlaybackEndCause = 'replaced' | 'moved' | 'terminated' | 'withdrawn';

type Narrow<
  Name extends keyof DB,
  Values extends { [Column in keyof Values]: Column extends keyof DB[Name] ? unknown : never },
> = NarrowedTable<DB[Name], Values>;

/**
 * The tables as SQL sees them, made from `migrations/` by `npm run tables`. Here stands only what the
 * database has no type for: which words a text may be, and what JSON holds.
 */
export interface Tables extends DB {
  users: Narrow<
    'users',
    {
      user_type: 'LEARNER' | 'ADMIN' | 'SUPER_ADMIN';
      status: 'invited' | 'active' | 'blocked';
      /** Null: what the role has by itself. */
      permissions: Permission[];
      admin_scope: AdminScope;
    }
  >;
  admin_audit: Narrow<
    'admin_audit',
    { action: AuditAction; before: Record<string, unknown>; after: Record<string, unknown> }
  >;
  passkey_challenges: Narrow<'passkey_challenges', { purpose: 'enrolment' | 'sign-in' }>;
  login_history: Narrow<'login_history', { kind: LoginEventKind; cause: SessionEndCause }>;
  sessions: Narrow<
    'sessions',
    {
      /** By place, in milliseconds of Unix time. */
      video_access_until: Readonly<Record<string, number>>;
    }
  >;
  user_imports: Narrow<
    'user_imports',
    {
      format: 'csv' | 'xlsx';
      state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      columns: ColumnMapping;
      failure_code: ImportFailure;
      /** How created users get their codes. */
      delivery: 'sms' | 'file';
      disk_wait: FullDisk;
    }
  >;
  user_import_errors: Narrow<
    'user_import_errors',
    { column_name: ImportColumn; reason: RowProblem }
  >;
  client_errors: Narrow<
    'client_errors',
    { level: LogLevel; category: ErrorCategory; metadata: Record<string, string> }
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
