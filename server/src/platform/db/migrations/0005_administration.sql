-- Rights of administrators; null means what the role has by itself.
ALTER TABLE users
  ADD COLUMN permissions text[],
  ADD COLUMN admin_scope jsonb,
  ADD COLUMN deleted_at  timestamptz;

-- A deleted user's number is free again.
ALTER TABLE users DROP CONSTRAINT users_contact_number_key;
CREATE UNIQUE INDEX users_contact_number ON users (contact_number) WHERE deleted_at IS NULL;

-- Which devices an account is bound to.
CREATE TABLE user_devices (
  user_id   uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id text NOT NULL,
  bound_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_id)
);

-- What administrators did. Append-only: the database itself refuses to change or remove an entry.
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
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
CREATE TRIGGER admin_audit_append_only BEFORE UPDATE OR DELETE ON admin_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
