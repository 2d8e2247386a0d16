-- Secrets of the instance, sealed under the master key.
CREATE TABLE instance_secrets (
  name   text PRIMARY KEY,
  sealed bytea NOT NULL
);

-- Typed facts, written in the transaction that caused them; consumers keep their own position.
CREATE TABLE events (
  id          uuid NOT NULL,
  name        text NOT NULL,
  data        jsonb NOT NULL,
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (happened_at, id)
) PARTITION BY RANGE (happened_at);
-- Events of days without a partition.
CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE INDEX events_by_name ON events (name, happened_at);

-- Actions of administrators. Append-only: the database itself refuses to change or remove an entry.
CREATE TABLE admin_audit (
  id           uuid PRIMARY KEY,
  at           timestamptz NOT NULL,
  action       text NOT NULL,
  actor_id     uuid,
  actor_name   text NOT NULL,
  subject_id   uuid,
  subject_name text NOT NULL,
  before       jsonb NOT NULL,
  after        jsonb NOT NULL,
  address      text NOT NULL
);
CREATE INDEX admin_audit_newest ON admin_audit (at DESC, id DESC);
CREATE INDEX admin_audit_of_subject ON admin_audit (subject_id, at DESC);
CREATE INDEX admin_audit_of_actor ON admin_audit (actor_id, at DESC);
CREATE INDEX admin_audit_of_action ON admin_audit (action, at DESC);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER admin_audit_append_only BEFORE UPDATE OR DELETE ON admin_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER admin_audit_no_truncate BEFORE TRUNCATE ON admin_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Settings that super administrators change while the product runs. One row, there from the start,
-- so that two simultaneous first edits wait for each other like any others.
CREATE TABLE system_config (
  singleton  boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  -- Only saved fields, by section; the others follow the environment.
  saved      jsonb NOT NULL DEFAULT '{}',
  version    integer NOT NULL DEFAULT 0,
  updated_at timestamptz,
  updated_by uuid
);
INSERT INTO system_config DEFAULT VALUES;

-- Every change reaches every process, however it was made.
CREATE FUNCTION notify_system_config() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_notify('system_config', NEW.version::text); RETURN NULL; END $$;
CREATE TRIGGER system_config_changed AFTER UPDATE ON system_config
  FOR EACH ROW EXECUTE FUNCTION notify_system_config();

-- The row that the readiness check writes: a database that only answers reads (a standby, a full
-- disk) is not ready.
CREATE TABLE write_probe (
  id         smallint PRIMARY KEY CHECK (id = 1),
  written_at timestamptz NOT NULL
);
INSERT INTO write_probe VALUES (1, now());

-- Finds any part of a name or number. The extension pg_trgm does the same, but an external database
-- server may not have it.
CREATE FUNCTION trigrams_of(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
  $$ SELECT coalesce(array_agg(DISTINCT substr(value, i, 3)), '{}')
     FROM generate_series(1, length(value) - 2) AS i $$;
