CREATE TABLE users (
  id                   uuid PRIMARY KEY,
  name                 text NOT NULL,
  contact_number       text NOT NULL,
  country_code         text NOT NULL,
  user_type            text NOT NULL CHECK (user_type IN ('LEARNER', 'ADMIN', 'SUPER_ADMIN')),
  status               text NOT NULL CHECK (status IN ('invited', 'active', 'blocked')),
  password_hash        text,
  kendra_type          text,
  country              text,
  district             text,
  login_count          integer NOT NULL DEFAULT 0,
  last_login_at        timestamptz,
  created_by           uuid REFERENCES users (id),
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  -- Permissions of administrators; null means the default of the role.
  permissions          text[],
  admin_scope          jsonb,
  deleted_at           timestamptz,
  -- The address for activation codes by e-mail. Several users may share one address.
  email                text
) WITH (
  -- Lists use index-only scans, which need a recent visibility map. By default vacuum runs only
  -- when a fifth of all users have changed: with a million, after weeks of sign-ins.
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);
-- A deleted user's number is free again.
CREATE UNIQUE INDEX users_contact_number ON users (contact_number) WHERE deleted_at IS NULL;
CREATE INDEX users_search ON users
  USING gin (trigrams_of(lower(name) || E'\n' || contact_number)) WHERE deleted_at IS NULL;

-- One index for each order of the user list, with what it can be filtered by, so that a list is
-- walked and counted in the index alone; PostgreSQL sees that of an expression only where its
-- column is there too. The id gives equal values a stable order between pages. A descending list is
-- read backwards, but then the users without a value would come first: columns that may be empty
-- have an index for each direction.
CREATE INDEX users_by_name ON users (lower(name), id)
  INCLUDE (name, user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_contact_number ON users (contact_number, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_user_type ON users (user_type, id)
  INCLUDE (status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_status ON users (status, id)
  INCLUDE (user_type, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_login_count ON users (login_count, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_created_at ON users (created_at, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_kendra_type ON users (kendra_type, id)
  INCLUDE (user_type, status, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_country ON users (country, id)
  INCLUDE (user_type, status, kendra_type, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_district ON users (district, id)
  INCLUDE (user_type, status, kendra_type, country) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_login_at ON users (last_login_at, id)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_kendra_type_down ON users (kendra_type DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, country, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_country_down ON users (country DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, kendra_type, district) WHERE deleted_at IS NULL;
CREATE INDEX users_by_district_down ON users (district DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, kendra_type, country) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_login_at_down ON users (last_login_at DESC NULLS LAST, id DESC)
  INCLUDE (user_type, status, kendra_type, country, district) WHERE deleted_at IS NULL;

CREATE TABLE activation_codes (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code_hash  bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE user_groups (
  id         uuid PRIMARY KEY,
  name       text NOT NULL,
  created_at timestamptz NOT NULL,
  -- A group without members is in no district: it belongs to its creator.
  created_by uuid REFERENCES users (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX user_groups_by_name ON user_groups (lower(name));
CREATE TABLE user_group_members (
  group_id uuid NOT NULL REFERENCES user_groups (id) ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX user_group_members_of_user ON user_group_members (user_id);

-- Imports of users from spreadsheets, and dry runs of them.
CREATE TABLE user_imports (
  id              uuid PRIMARY KEY,
  file_name       text NOT NULL,
  file_size_bytes double precision NOT NULL,
  format          text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  state           text NOT NULL
    CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  validate_only   boolean NOT NULL,
  skip_duplicates boolean NOT NULL,
  headers         text[] NOT NULL DEFAULT '{}',
  columns         jsonb,
  rows_total      integer,
  rows_done       integer NOT NULL DEFAULT 0,
  rows_created    integer NOT NULL DEFAULT 0,
  rows_duplicate  integer NOT NULL DEFAULT 0,
  rows_failed     integer NOT NULL DEFAULT 0,
  failure_code    text,
  failure_message text,
  -- How created users receive their codes.
  delivery        text NOT NULL CHECK (delivery IN ('sms', 'file')),
  -- When the file of codes is removed; null until a user has been created.
  codes_until     timestamptz,
  -- Whether the uploaded file is still kept.
  has_file        boolean NOT NULL DEFAULT true,
  attempts        integer NOT NULL DEFAULT 0,
  created_by      uuid NOT NULL REFERENCES users (id),
  created_from    text NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  -- The import whose file this one uses again: the same choice, sent twice, is one job.
  run_from        uuid,
  -- The last number that a try may have; grows with every batch of rows.
  attempt_limit   integer NOT NULL DEFAULT 4,
  -- For a job that met a full disk: the disk, the bytes that must be free before it continues, and
  -- the free bytes at the last look. Null if the disk belongs to another machine.
  disk_wait       text CHECK (disk_wait IN ('files', 'database')),
  disk_wanted_bytes double precision,
  disk_free_bytes double precision
);
CREATE INDEX user_imports_newest ON user_imports (created_at DESC, id DESC);
CREATE INDEX user_imports_of_admin ON user_imports (created_by, created_at DESC, id DESC);

-- Rows that were not imported, as in the file, with their errors.
CREATE TABLE user_import_failed_rows (
  import_id uuid NOT NULL REFERENCES user_imports (id) ON DELETE CASCADE,
  row       integer NOT NULL,
  cells     text[] NOT NULL,
  PRIMARY KEY (import_id, row)
);
CREATE TABLE user_import_errors (
  import_id   uuid NOT NULL REFERENCES user_imports (id) ON DELETE CASCADE,
  row         integer NOT NULL,
  column_name text NOT NULL,
  value       text NOT NULL,
  reason      text NOT NULL,
  PRIMARY KEY (import_id, row, column_name)
);

-- Codes of imported users until the administrator has downloaded them: sealed under the master key,
-- with their hash, so that a used or replaced code is no longer shown.
CREATE TABLE user_import_codes (
  user_id     uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  import_id   uuid NOT NULL REFERENCES user_imports (id) ON DELETE CASCADE,
  code_hash   bytea NOT NULL,
  sealed_code bytea NOT NULL
);
CREATE INDEX user_import_codes_of_import ON user_import_codes (import_id, user_id);
