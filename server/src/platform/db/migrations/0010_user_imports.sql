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
  delivery        text NOT NULL CHECK (delivery IN ('sms', 'file')),
  codes_until     timestamptz,
  has_file        boolean NOT NULL DEFAULT true,
  attempts        integer NOT NULL DEFAULT 0,
  created_by      uuid NOT NULL REFERENCES users (id),
  created_from    text NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX user_imports_newest ON user_imports (created_at DESC, id DESC);
CREATE INDEX user_imports_of_admin ON user_imports (created_by, created_at DESC, id DESC);

-- Rows that were not imported, as they stood in the file, and what is wrong with them.
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

-- Codes of imported users until the administrator has taken them: sealed under the master key, with
-- the hash by which they are known, so that a code that was used or replaced is not shown any more.
CREATE TABLE user_import_codes (
  user_id     uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  import_id   uuid NOT NULL REFERENCES user_imports (id) ON DELETE CASCADE,
  code_hash   bytea NOT NULL,
  sealed_code bytea NOT NULL
);
CREATE INDEX user_import_codes_of_import ON user_import_codes (import_id, user_id);
