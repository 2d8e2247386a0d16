import type {
  AdminScope,
  AuditAction,
  ColumnMapping,
  EncryptionScheme,
  ErrorCategory,
  ImportColumn,
  ImportFailure,
  LoginEventKind,
  LogLevel,
  Permission,
  ProcessingStep,
  ProcessingStepState,
  RowProblem,
  SessionEndCause,
  UploadJob,
} from '@prahari/contract';
import type { ColumnType, Generated } from 'kysely';
import type { DiskWaitColumns } from '../disk/disk-wait.ts';
import type { CatalogueTables } from './catalogue-tables.ts';
import type { Instant, Optional, OptionalInstant } from './columns.ts';
import type { DrmTables } from './drm-tables.ts';
import type { IncidentTables } from './incident-tables.ts';
import type { PlaybackTables } from './playback-tables.ts';

type UploadJobState = UploadJob['state'];

/** The tables as SQL sees them; `migrations/` is their truth. */
export interface Tables extends CatalogueTables, PlaybackTables, DrmTables, IncidentTables {
  instance_secrets: { name: string; sealed: Buffer };
  events: {
    id: string;
    name: string;
    data: ColumnType<unknown, string, never>;
    happened_at: Instant;
  };
  /** Events of days that have no partition of their own. */
  events_default: Tables['events'];
  users: {
    id: string;
    name: string;
    contact_number: string;
    country_code: string;
    email: Optional<string>;
    user_type: 'LEARNER' | 'ADMIN' | 'SUPER_ADMIN';
    status: 'invited' | 'active' | 'blocked';
    password_hash: Optional<string>;
    kendra_type: Optional<string>;
    country: Optional<string>;
    district: Optional<string>;
    login_count: Generated<number>;
    last_login_at: OptionalInstant;
    /** Null: what the role has by itself. */
    permissions: Optional<Permission[]>;
    admin_scope: ColumnType<AdminScope | null, string | null | undefined, string | null>;
    created_by: Optional<string>;
    created_at: Instant;
    updated_at: Instant;
    deleted_at: OptionalInstant;
  };
  user_devices: { user_id: string; device_id: string; bound_at: Instant };
  admin_audit: {
    id: string;
    at: Instant;
    action: AuditAction;
    actor_id: Optional<string>;
    actor_name: string;
    subject_id: Optional<string>;
    subject_name: string;
    before: ColumnType<Record<string, unknown>, string, never>;
    after: ColumnType<Record<string, unknown>, string, never>;
    address: string;
  };
  activation_codes: {
    user_id: string;
    code_hash: Buffer;
    expires_at: Instant;
  };
  second_factors: {
    user_id: string;
    /** Of the TOTP secret, under the master key. */
    sealed_secret: Buffer;
    started_at: Instant;
    /** Null until a code confirmed it. */
    enrolled_at: OptionalInstant;
    /** The latest time step whose code was accepted (RFC 6238). */
    last_step: Generated<number>;
  };
  recovery_codes: { user_id: string; code_hash: Buffer };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: Buffer;
    /** COSE. */
    public_key: Buffer;
    /** 0 for those that don't count. */
    sign_count: number;
    transports: string[];
    is_synced: boolean;
    name: string;
    created_at: Instant;
    last_used_at: OptionalInstant;
    suspected_at: OptionalInstant;
  };
  /** What is to be signed, until it was. */
  passkey_challenges: {
    /** The session that adds a passkey, or the one to be opened with it. */
    session_id: string;
    purpose: 'enrolment' | 'sign-in';
    user_id: string;
    challenge: string;
    expires_at: Instant;
  };
  login_history: {
    id: string;
    user_id: string;
    at: Instant;
    kind: LoginEventKind;
    cause: Optional<SessionEndCause>;
    device_id: Optional<string>;
    user_agent: Optional<string>;
    address: Optional<string>;
  };
  sessions: {
    id: string;
    user_id: string;
    device_id: string;
    user_agent: string;
    address: string;
    created_at: Instant;
    last_seen_at: Instant;
    expires_at: Instant;
    /** The latest of all places. */
    video_access_expires_at: OptionalInstant;
    /** What processes from before 0076 go by. */
    video_access_places: Generated<string[]>;
    /** By place, in milliseconds of Unix time. */
    video_access_until: Generated<Readonly<Record<string, number>>>;
    ended_at: OptionalInstant;
    ended_cause: Optional<string>;
    bound_key: ColumnType<unknown, string | undefined, string>;
    bound_proven_at: OptionalInstant;
    bound_count: Generated<number>;
  };
  device_steps: {
    device_id: string;
    /** Who took the latest; null for steps from before that was kept. */
    user_id: Optional<string>;
    trail: string[];
    /** A bigint, which the driver reads as text. */
    count: ColumnType<string, number, number>;
    repeats: Generated<number>;
    taken_at: Instant;
  };
  sign_in_limits: { key: string; points: number; expire: Optional<number> };
  refresh_tokens: {
    hash: Buffer;
    session_id: string;
    issued_at: Instant;
    expires_at: Instant;
    rotated_at: OptionalInstant;
  };
  content_keys: {
    key_id: Buffer;
    video_id: string;
    quality_class: 'AUDIO' | 'SD' | 'HD';
    sealed_key: Buffer;
    created_at: Instant;
    generation: Generated<number>;
    scheme: ColumnType<EncryptionScheme, EncryptionScheme | undefined, never>;
  };
  key_renewals: DiskWaitColumns & {
    video_id: string;
    generation: number;
    state: 'waiting' | 'done' | 'failed';
    asked_by: Optional<string>;
    asked_at: Instant;
    ended_at: OptionalInstant;
    is_cleared: Generated<boolean>;
    attempts: Generated<number>;
  };
  upload_jobs: DiskWaitColumns & {
    id: string;
    video_id: string;
    file_name: string;
    file_size_bytes: number;
    source_path: string;
    state: UploadJobState;
    step: Optional<ProcessingStep>;
    progress: Generated<number>;
    speed: Optional<number>;
    eta_seconds: Optional<number>;
    failure_code: Optional<string>;
    failure_message: Optional<string>;
    attempts: Generated<number>;
    /** The last number that a try may have; moves on with all that is finished, and by a repetition. */
    attempt_limit: Generated<number>;
    /** Until when the file of a job that ended badly is kept, to be taken up again. */
    source_kept_until: OptionalInstant;
    created_by: string;
    created_at: Instant;
    updated_at: Instant;
  };
  processing_steps: {
    job_id: string;
    step: ProcessingStep;
    state: ProcessingStepState;
    progress: Generated<number>;
    speed: Optional<number>;
    eta_seconds: Optional<number>;
    attempts: Generated<number>;
    started_at: OptionalInstant;
    finished_at: OptionalInstant;
    result: ColumnType<unknown, string | null | undefined, string | null>;
  };
  processing_log: {
    job_id: string;
    number: number;
    at: Instant;
    step: Optional<ProcessingStep>;
    message: string;
  };
  resumable_uploads: {
    id: string;
    owner_id: string;
    /** The announced video that it is for. */
    video_id: Optional<string>;
    title: string;
    description: string;
    publish: boolean;
    file_name: string;
    file_size_bytes: number;
    file_modified_at: OptionalInstant;
    offset_bytes: Generated<number>;
    writer: Optional<string>;
    created_at: Instant;
    updated_at: Instant;
    expires_at: Instant;
  };
  user_imports: DiskWaitColumns & {
    id: string;
    file_name: string;
    file_size_bytes: number;
    format: 'csv' | 'xlsx';
    state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
    validate_only: boolean;
    skip_duplicates: boolean;
    headers: Generated<string[]>;
    columns: ColumnType<ColumnMapping | null, string | null, string | null>;
    rows_total: Optional<number>;
    rows_done: Generated<number>;
    rows_created: Generated<number>;
    rows_duplicate: Generated<number>;
    rows_failed: Generated<number>;
    failure_code: Optional<ImportFailure>;
    failure_message: Optional<string>;
    /** How created users get their codes. */
    delivery: 'sms' | 'file';
    /** When the file of codes is given up; null while nobody was created. */
    codes_until: OptionalInstant;
    /** Whether the uploaded file is still kept. */
    has_file: Generated<boolean>;
    attempts: Generated<number>;
    /** The last number that a try may have; moves on with every batch of rows. */
    attempt_limit: Generated<number>;
    /** The import whose file it uses again. */
    run_from: Optional<string>;
    created_by: string;
    created_from: string;
    created_at: Instant;
    updated_at: Instant;
  };
  user_import_failed_rows: { import_id: string; row: number; cells: string[] };
  user_import_errors: {
    import_id: string;
    row: number;
    column_name: ImportColumn;
    value: string;
    reason: RowProblem;
  };
  user_import_codes: {
    user_id: string;
    import_id: string;
    code_hash: Buffer;
    sealed_code: Buffer;
  };
  /** One row. */
  system_config: {
    singleton: Generated<boolean>;
    /** What was saved, by section and field; the rest has its first value. */
    saved: ColumnType<unknown, string, string>;
    version: number;
    updated_at: OptionalInstant;
    updated_by: Optional<string>;
  };
  client_errors: {
    id: string;
    received_at: Instant;
    happened_at: Instant;
    level: LogLevel;
    category: ErrorCategory;
    operation: string;
    message: string;
    user_message: string;
    correlation_id: Optional<string>;
    metadata: ColumnType<Record<string, string>, string, never>;
    resolved: boolean;
    acknowledged_by_user: boolean;
    user_id: string;
    session_id: string;
    address: string;
    user_agent: string;
    client_version: string;
  };
}
